import { useQuery } from '@tanstack/react-query';
import { Combobox, type ComboboxProps } from '../../../../components/ui/form/combobox';
import { activeFundraisersQuery } from '../../../../lib/queries/fundraisers';
import { generalFund } from '../../../../lib/vocabulary';

/**
 * A combobox for the fund: the church's funds by title, or any other text. Empty is the General
 * Fund.
 */
export function FundCombobox(props: Omit<ComboboxProps, 'options' | 'allowCustom'>) {
  const { data } = useQuery(activeFundraisersQuery);
  const options = [
    { value: generalFund, label: generalFund },
    ...(data ?? []).map(({ title }) => ({
      value: title,
      label: title,
      hint: 'Fundraising campaign',
    })),
  ];
  return <Combobox placeholder={generalFund} {...props} allowCustom options={options} />;
}
