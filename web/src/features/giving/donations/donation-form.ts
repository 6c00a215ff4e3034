import { type Donation, type EditDonation, generalFund } from '#libs/contracts';
import { fromDecimal } from '#libs/money';
import { tidy } from '../../../components/ui/form/money-input';

/** An emptied text field means: nothing. */
export const blankToNull = (value: unknown): string | null => {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
};

/** The day at noon UTC: read anywhere, it is that day. */
export const noonUtc = (date: string | null | undefined) => (date ? `${date}T12:00:00.000Z` : null);

/** What the dialog starts with. */
export const editableOf = (donation: Donation) => ({
  userId: donation.userId,
  guestFirstName: donation.guestFirstName ?? '',
  guestLastName: donation.guestLastName ?? '',
  guestEmail: donation.guestEmail ?? '',
  guestPhone: donation.guestPhone ?? '',
  amount: tidy(fromDecimal(donation.amount)),
  date: donation.date,
  paymentMethod: donation.paymentMethod,
  campaign: donation.campaign || generalFund,
  notes: donation.notes ?? '',
  reason: '',
});

/** What an edit may change, as the donation has it. */
export const factsOf = ({
  donorKind,
  userId,
  guestFirstName,
  guestLastName,
  guestEmail,
  guestPhone,
  amount,
  date,
  paymentMethod,
  campaign,
  notes,
}: Donation): EditDonation => ({
  ...(donorKind === 'member'
    ? { userId }
    : { guestFirstName, guestLastName, guestEmail, guestPhone }),
  amount,
  date: noonUtc(date) ?? undefined,
  paymentMethod,
  campaign,
  notes,
});
