import { isTimeZone, todayIn } from '#libs/calendar';
import type { Settings } from '#libs/contracts';

/** What stands where a church has not filled in its settings. */
export const fallbacks = {
  churchName: 'Church Connect',
  phoneNumber: 'Please ask at the church office',
  email: 'Please ask at the church office',
} as const;

export const churchNameOf = (settings: Settings | undefined) =>
  settings?.churchName || fallbacks.churchName;

/** Today where the church is, which is what its books go by. */
export function churchToday(settings: Settings | undefined): string {
  const zone = settings?.timeZone;
  return todayIn(zone && isTimeZone(zone) ? zone : 'America/New_York', new Date());
}
