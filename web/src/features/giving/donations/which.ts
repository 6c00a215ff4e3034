import { formatShort } from '#libs/calendar';
import type { Donation } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';

/** Which gift: its figure, whose, of which day. */
export const whichGift = ({
  amount,
  donorName,
  date,
}: Pick<Donation, 'amount' | 'donorName' | 'date'>) =>
  `${formatUsd(fromDecimal(amount))} · ${donorName} · ${formatShort(date)}`;
