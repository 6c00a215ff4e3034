import { type Donation, type EditDonation, generalFund } from '#libs/contracts';
import { fromDecimal } from '#libs/money';
import { tidy } from '../../../components/ui/form/money-input';

/** Converts an empty text field to null. */
export const blankToNull = (value: unknown): string | null => {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
};

/** Returns the date at noon UTC, which is the same date in nearly every time zone. */
export const noonUtc = (date: string | null | undefined) => (date ? `${date}T12:00:00.000Z` : null);

/** The initial values of the dialog. */
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

/** The current values of the fields that an edit may change. */
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
