import { compact, endOf, formatShort, seriesLines } from '#libs/calendar';
import type { Event } from '#libs/contracts';
import { parseLocal, timeOf } from './duration';

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
export const longDateOf = (local: string): string => long.format(parseLocal(local));

/** What a calendar's leaf shows. */
export const leafOf = (local: string) => ({
  month: month.format(parseLocal(local)),
  day: String(Number(local.slice(8, 10))),
  weekday: weekday.format(parseLocal(local)),
  year: local.slice(0, 4),
});

/** `6:00 PM – 7:30 PM`; with the date of the end where that is another day. */
export function timesOf({ date, endsAt }: Pick<Event, 'date' | 'endsAt'>): string {
  const end = localOf(endsAt);
  const isSameDay = end.slice(0, 10) === date.slice(0, 10);
  return `${timeOf(date)} – ${isSameDay ? '' : `${formatShort(end.slice(0, 10))}, `}${timeOf(end)}`;
}

/** What the church's clocks show at a moment of the API: `2026-11-22T18:00:00` of `2026-11-22T18:00:00-05:00`. */
const localOf = (moment: string) => moment.slice(0, 19);

/**
 * Returns the address with which Google Calendar adds an event. A series begins on its first day there, so that its count
 * and its skipped dates are right.
 */
export function googleCalendarLink(event: Event, timeZone: string): string {
  const { recurrence: rule, exceptions, seriesStart: start } = event;
  const isSeries = rule !== null && !event.isPast;
  const begin = isSeries ? start : event.date;
  const end = endOf(begin, event.durationMinutes, timeZone);
  const values = new URLSearchParams({
    action: 'TEMPLATE',
    text: event.title,
    dates: `${compact(begin)}/${compact(end)}`,
    ctz: timeZone,
    details: event.webexLink ? `${event.description}\n\n${event.webexLink}` : event.description,
    location: event.location,
    ...(isSeries ? { recur: seriesLines({ start, rule, exceptions, timeZone }).join('\n') } : {}),
  });
  return `https://calendar.google.com/calendar/render?${values.toString()}`;
}

/** Where the church's own Google calendar shows it: an id, or the address itself. */
export const googleEntryLink = (id: string): string =>
  /^https:\/\//i.test(id)
    ? id
    : `https://calendar.google.com/calendar/event?eid=${encodeURIComponent(id)}`;
