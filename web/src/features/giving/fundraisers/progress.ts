import { daysBetween } from '#libs/calendar';
import type { Fundraiser } from '#libs/contracts';
import { fromDecimal } from '#libs/money';
import { percentOf } from '../../../lib/format';

export const progressOf = (fundraiser: Fundraiser) =>
  percentOf(fromDecimal(fundraiser.current), fromDecimal(fundraiser.goal));

/** Returns the days until the end, never below 0; null if the campaign has no end. */
export function daysLeft(fundraiser: Fundraiser, today: string): number | null {
  return fundraiser.endDate ? Math.max(0, daysBetween(today, fundraiser.endDate)) : null;
}

/** Divides an amount by whole dollars and rounds, for the estimates of the impact card. */
export const roundedShare = (amount: string, dollars: bigint): number => {
  const unit = dollars * 100n;
  return Number((fromDecimal(amount) + unit / 2n) / unit);
};
