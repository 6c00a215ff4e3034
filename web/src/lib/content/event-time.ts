import {
  compact,
  endOf,
  formatLong,
  formatShort,
  seriesLines,
  shortMonthName,
  weekdayName,
} from '#libs/calendar';
import type { Event } from '#libs/contracts';
import { timeOf } from './duration';

/*
 * Times of events are local times of the church without a time zone (`2026-11-22T18:00:00`). They
 * are parsed and formatted as if they were UTC, so that every user sees the church's local time.
 */
/** Formats `11:00`, the time of a church service, as `11:00 AM`. */
export const timeOfDay = (clock: string): string => timeOf(`2000-01-01T${clock}:00`);
/** `Sunday, November 22, 2026` */
export function longDateOf(local: string): string {
  const date = local.slice(0, 10);
  return `${weekdayName(date)}, ${formatLong(date)}`;
}

/** Returns the parts of a date that the component `CalendarLeaf` shows. */
export const calendarLeafParts = (local: string) => ({
  month: shortMonthName(Number(local.slice(5, 7))),
  day: String(Number(local.slice(8, 10))),
  weekday: weekdayName(local.slice(0, 10)),
  year: local.slice(0, 4),
});

/** Returns `6:00 PM – 7:30 PM`, with the date of the end if it is another day. */
export function timesOf({ date, endsAt }: Pick<Event, 'date' | 'endsAt'>): string {
  const end = localOf(endsAt);
  const isSameDay = end.slice(0, 10) === date.slice(0, 10);
  return `${timeOf(date)} – ${isSameDay ? '' : `${formatShort(end.slice(0, 10))}, `}${timeOf(end)}`;
}

/**
 * Removes the UTC offset from a time of the API: `2026-11-22T18:00:00-05:00` becomes
 * `2026-11-22T18:00:00`.
 */
const localOf = (moment: string) => moment.slice(0, 19);

/**
 * Returns the address with which Google Calendar adds an event. A series begins on its first day
 * there, so that its count and its skipped dates are right.
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

/**
 * Returns the address of the entry in the church's Google calendar. `id` is an event id or already
 * an address.
 */
export const googleEntryLink = (id: string): string =>
  /^https:\/\//i.test(id)
    ? id
    : `https://calendar.google.com/calendar/event?eid=${encodeURIComponent(id)}`;

/** Returns whether an event is not canceled. */
export const isPlanned = ({ status }: Pick<Event, 'status'>): boolean => status === 'planned';
