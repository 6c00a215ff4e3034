import { useQuery } from '@tanstack/react-query';
import { comparisonKey, may } from '#libs/contracts';
import type { ComboboxOption } from '../../lib/forms/combobox-choice';
import { donationChoicesQuery } from '../../lib/queries/donation-choices';
import { activeFundraisersQuery } from '../../lib/queries/fundraisers';
import { userQuery } from '../../lib/queries/user';
import { generalFund } from '../../lib/vocabulary';
import { Combobox, type ComboboxProps } from '../ui/form/combobox';

/**
 * The funds that a field suggests: active campaigns, then other funds that have donations, if the
 * user may read them.
 */
export function useFunds() {
  const { data: user } = useQuery(userQuery);
  const mayReadDonations = Boolean(user && may(user, 'donation.manage'));
  const { data: campaigns } = useQuery(activeFundraisersQuery);
  const { data: choices } = useQuery({ ...donationChoicesQuery, enabled: mayReadDonations });
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
  /** Whether a donation with this name creates a fund. False while this is not known. */
  const isNew = (name: string): boolean => {
    const key = comparisonKey(name);
    return choices !== undefined && key !== '' && !choices.campaignKeys.includes(key);
  };
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
