import { formatShort } from '#libs/calendar';
import type { Donation } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';

/** Describes a donation by amount, giver and date. */
export const whichGift = ({
  amount,
  donorName,
  date,
}: Pick<Donation, 'amount' | 'donorName' | 'date'>) =>
  `${formatUsd(fromDecimal(amount))} · ${donorName} · ${formatShort(date)}`;
