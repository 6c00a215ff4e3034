import { isTimeZone, withOffset } from '#libs/calendar';

/** The last day on which members see it, by the church's own clocks: the moment is the first at which they do not. */
export function expiryDay(expiresAt: string, zone: string): string {
  return withOffset(
    new Date(Date.parse(expiresAt) - 1),
    isTimeZone(zone) ? zone : 'America/New_York',
  ).slice(0, 10);
}
