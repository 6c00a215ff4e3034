import type { HeldVerdict } from '#libs/contracts';
import { addYears } from '#libs/calendar';

/**
 * The values with which dates and amounts are compared: today's date in the church's time zone, and
 * the median amount of the file in cents, which is null for a file without gifts.
 */
export interface UsualValues {
  today: string;
  median: bigint | null;
}

/**
 * The maximum age of a gift in years. An older date is probably a typing error, and not a gift that
 * is entered late.
 */
const maxYears = 10;
/**
 * The maximum amount, as a multiple of the file's median. A larger amount is probably a typing
 * error.
 */
const maxMedians = 100n;

/**
 * The limits within which a date or an amount needs no confirmation. A value equal to a limit needs
 * none either. If `amount` is null, there is no limit for amounts.
 */
export const usualLimits = ({ today, median }: UsualValues) => ({
  from: addYears(today, -maxYears),
  until: today,
  amount: median === null ? null : median * maxMedians,
});

/**
 * A gift whose date or amount a user has to confirm. @returns null if there is nothing to confirm
 */
export function unusual(
  gift: { date: string | null; amount: bigint | null; isSure: boolean },
  usual: UsualValues | null,
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
