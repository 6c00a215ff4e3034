import { useQuery } from '@tanstack/react-query';
import { comparisonKey } from '#libs/contracts';
import type { ComboboxOption } from '../../lib/forms/combobox-choice';
import { donationChoicesQuery } from '../../lib/queries/donation-choices';
import { activeFundraisersQuery } from '../../lib/queries/fundraisers';
import { generalFund } from '../../lib/vocabulary';
import { Combobox, type ComboboxProps } from '../ui/form/combobox';

/** The funds that a field suggests: active campaigns, then other funds that have donations. */
export function useFunds() {
  const { data: campaigns } = useQuery(activeFundraisersQuery);
  const { data: choices } = useQuery(donationChoicesQuery);
  const funds: ComboboxOption[] = [
    { value: generalFund, label: generalFund },
    ...(campaigns ?? []).map(({ title }) => ({
      value: title,
      label: title,
      hint: 'Fundraising campaign',
    })),
  ];
  const isListed = new Set(funds.map(({ value }) => comparisonKey(value)));
  for (const title of choices?.campaigns ?? [])
    if (!isListed.has(comparisonKey(title))) funds.push({ value: title, label: title });
  /** Whether no donation and no campaign has this name. False while the names are loading. */
  const isNew = (name: string): boolean =>
    name.trim() !== '' &&
    campaigns !== undefined &&
    choices !== undefined &&
    !funds.some(({ value }) => comparisonKey(value) === comparisonKey(name));
  return { funds, isNew };
}

/**
 * A combobox for the fund: the church's funds by title, or any other text. Empty is the General
 * Fund.
 */
export function FundCombobox(props: Omit<ComboboxProps, 'options' | 'allowCustom'>) {
  const { funds } = useFunds();
  return <Combobox placeholder={generalFund} {...props} allowCustom options={funds} />;
}
