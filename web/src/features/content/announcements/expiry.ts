import { isTimeZone, withOffset } from '#libs/calendar';

/**
 * Returns the last day on which members see the announcement, in the church's time zone.
 * `expiresAt` is the first moment at which they do not.
 */
export function expiryDay(expiresAt: string, zone: string): string {
  return withOffset(
    new Date(Date.parse(expiresAt) - 1),
    isTimeZone(zone) ? zone : 'America/New_York',
  ).slice(0, 10);
}
