import { FundCombobox, useFunds } from '../../../components/giving/fund-combobox';
import { Field } from '../../../components/ui/form/field';

export interface CampaignFieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  error: string | undefined;
}

/** A field for the fund. It says when a name is new, because that may be a spelling mistake. */
export function CampaignField({ value, onChange, onBlur, error }: CampaignFieldProps) {
  const { isNew } = useFunds();
  return (
    <Field
      label="Campaign"
      optional
      help={isNew(value) ? 'No donation has this name yet. It will be a new fund.' : undefined}
      error={error}
    >
      {(control) => <FundCombobox {...control} value={value} onChange={onChange} onBlur={onBlur} />}
    </Field>
  );
}
