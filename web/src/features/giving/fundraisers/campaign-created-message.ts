import { formatLong } from '#libs/calendar';
import type { Fundraiser } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';

/**
 * Returns the message that a campaign was created. It contains the amount of earlier donations with
 * the campaign's title, which count toward it (ruling 27).
 * @param opening the amount raised before the start date, as the form sent it; it may be absent
 */
export function campaignCreatedMessage(
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
