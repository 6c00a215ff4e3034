import { isTimeZone, todayIn } from '#libs/calendar';
import type { Settings } from '#libs/contracts';

/** Texts that are shown while a church has not filled in the setting. */
export const fallbacks = {
  churchName: 'Church Connect',
  phoneNumber: 'Please ask at the church office',
  email: 'Please ask at the church office',
} as const;

export const churchNameOf = (settings: Settings | undefined) =>
  settings?.churchName || fallbacks.churchName;

/**
 * Returns today's date (`YYYY-MM-DD`) in the church's time zone, or New York's if it has none.
 * While the date that the server gave has not ended, returns that date, because the first use of
 * `Intl` in a page takes long (libs/calendar/format.ts).
 */
export function churchToday(settings: Settings | undefined, now = new Date()): string {
  if (settings && now < new Date(settings.today.endsAt)) return settings.today.date;
  const zone = settings?.timeZone;
  return todayIn(zone && isTimeZone(zone) ? zone : 'America/New_York', now);
}
