import type { Event } from '#libs/contracts';
import { at, timeOf } from './duration';

/*
 * Dates with a time are the church's own, without zone (`2026-11-22T18:00:00`): they are read as if they were UTC and written the
 * same way, so that everybody sees what the church's clock shows, wherever they are.
 */
const utc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
const weekday = utc({ weekday: 'long' });
const month = utc({ month: 'short' });
const long = utc({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });

/** `11:00 AM` of a service's `11:00` */
export const timeOfDay = (clock: string): string => timeOf(`2000-01-01T${clock}:00`);
/** `Sunday, November 22, 2026` */
export const longDateOf = (local: string): string => long.format(at(local));

/** What a calendar's leaf shows. */
export const leafOf = (local: string) => ({
  month: month.format(at(local)),
  day: String(Number(local.slice(8, 10))),
  weekday: weekday.format(at(local)),
  year: local.slice(0, 4),
});

/** `6:00 PM – 7:30 PM`; of what lasts longer than the day, its beginning. */
export function timesOf({
  date,
  durationMinutes,
}: Pick<Event, 'date' | 'durationMinutes'>): string {
  const end = at(date).getTime() + durationMinutes * 60_000;
  const until = new Date(end).toISOString().slice(0, 19);
  return until.slice(0, 10) === date.slice(0, 10)
    ? `${timeOf(date)} – ${timeOf(until)}`
    : timeOf(date);
}

/** Where Google's calendar takes an event from. */
export function googleCalendarLink(event: Event, timeZone: string): string {
  const compact = (local: string) => local.replace(/[-:]/g, '');
  const until = new Date(at(event.date).getTime() + event.durationMinutes * 60_000)
    .toISOString()
    .slice(0, 19);
  const values = new URLSearchParams({
    action: 'TEMPLATE',
    text: event.title,
    dates: `${compact(event.date)}/${compact(until)}`,
    ctz: timeZone,
    details: event.webexLink ? `${event.description}\n\n${event.webexLink}` : event.description,
    location: event.location,
    ...(event.recurrence && !event.isPast
      ? { recur: `RRULE:${event.recurrence.replace(/^RRULE:/i, '')}` }
      : {}),
  });
  return `https://calendar.google.com/calendar/render?${values.toString()}`;
}

/** Where the church's own Google calendar shows it: an id, or the address itself. */
export const googleEntryLink = (id: string): string =>
  /^https:\/\//i.test(id)
    ? id
    : `https://calendar.google.com/calendar/event?eid=${encodeURIComponent(id)}`;
