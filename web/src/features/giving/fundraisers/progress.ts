import { daysBetween } from '#libs/calendar';
import type { Fundraiser } from '#libs/contracts';
import { fromDecimal } from '#libs/money';
import { percentOf } from '../../../lib/format';

export const progressOf = (fundraiser: Fundraiser) =>
  percentOf(fromDecimal(fundraiser.current), fromDecimal(fundraiser.goal));

/** Days until the end, never below 0; null for one without an end. */
export function daysLeft(fundraiser: Fundraiser, today: string): number | null {
  return fundraiser.endDate ? Math.max(0, daysBetween(today, fundraiser.endDate)) : null;
}

/** An amount of cents divided by whole dollars, rounded: the impact block's rough figures. */
export const roundedShare = (amount: string, dollars: bigint): number => {
  const unit = dollars * 100n;
  return Number((fromDecimal(amount) + unit / 2n) / unit);
};
