import { formatLong } from '#libs/calendar';
import type { Fundraiser } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';

/**
 * Says that a campaign was created, and which donations it has already (ruling 27).
 * @param opening the amount that was raised before the start date, as it was sent
 */
export function createdText(
  { current, startDate }: Pick<Fundraiser, 'current' | 'startDate'>,
  opening: unknown,
): string {
  const created = 'The fundraising campaign has been created.';
  const received =
    fromDecimal(current) - fromDecimal(typeof opening === 'string' ? opening : '0.00');
  if (received <= 0n) return created;
  const amount = formatUsd(received);
  return `${created} It already has ${amount} in donations since ${formatLong(startDate)}.`;
}
