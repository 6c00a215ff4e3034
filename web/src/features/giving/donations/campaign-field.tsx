import { useQuery } from '@tanstack/react-query';
import { generalFund } from '#libs/contracts';
import { Combobox } from '../../../components/ui/form/combobox';
import { Field } from '../../../components/ui/form/field';
import { activeFundraisersQuery } from '../../../lib/queries/fundraisers';

export interface CampaignFieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  error: string | undefined;
}

/**
 * A field for the fund: active fundraisers by title, or any other text. Empty is the General Fund.
 */
export function CampaignField({ value, onChange, onBlur, error }: CampaignFieldProps) {
  const { data } = useQuery(activeFundraisersQuery);
  const options = [
    { value: generalFund, label: generalFund },
    ...(data ?? []).map((fundraiser) => ({
      value: fundraiser.title,
      label: fundraiser.title,
      hint: 'Fundraising campaign',
    })),
  ];
  return (
    <Field label="Campaign" optional error={error}>
      {(control) => (
        <Combobox
          {...control}
          allowCustom
          options={options}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          placeholder={generalFund}
        />
      )}
    </Field>
  );
}
