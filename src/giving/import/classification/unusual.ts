import type { HeldVerdict } from '#libs/contracts';
import { addYears } from '#libs/calendar';

/**
 * What is usual: for dates, the church's day; for amounts, the median of the file in cents, null
 * for a file without gifts.
 */
export interface Usual {
  today: string;
  median: bigint | null;
}

/** An older gift is more likely a typing error than a gift that nobody entered. */
const mostYears = 10;
/** A larger amount, measured by the file's median, is more likely a typing error. */
const mostMedians = 100n;

/**
 * The dates and amounts that need no confirmation; an amount of null: any. Both limits are
 * allowed.
 */
export const usualLimits = ({ today, median }: Usual) => ({
  from: addYears(today, -mostYears),
  until: today,
  amount: median === null ? null : median * mostMedians,
});

/**
 * A gift whose date or amount a user has to confirm. @returns null if there is nothing to confirm
 */
export function unusual(
  gift: { date: string | null; amount: bigint | null; isSure: boolean },
  usual: Usual | null,
): HeldVerdict | null {
  const { date, amount } = gift;
  if (gift.isSure || usual === null) return null;
  const limits = usualLimits(usual);
  if (date !== null && date > limits.until) return { state: 'held', reason: 'futureDate', date };
  if (date !== null && date < limits.from) return { state: 'held', reason: 'oldDate', date };
  if (amount !== null && limits.amount !== null && amount > limits.amount)
    return { state: 'held', reason: 'highAmount', amount };
  return null;
}
