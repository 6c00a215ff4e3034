import { localNow, weekdayOf, type Series } from '#libs/calendar';
import { invalidField } from '#libs/http';
import { hasEnded } from './current-occurrences.js';
import type { EventEntity } from './event.entity.js';
import { computeEventTimes, currentOccurrence } from './event-times.js';

/** The time and the place to which a user moves an event. */
export interface NewTimeAndPlace {
  /** the local time of its beginning; of a series, of its next occurrence */
  date: string;
  location: string;
}

/** The properties of an event that `decideMove` reads. */
type MovedEvent = Pick<
  EventEntity,
  | 'date'
  | 'seriesStart'
  | 'recurrence'
  | 'exceptions'
  | 'durationMinutes'
  | 'isOver'
  | 'location'
  | 'isCanceled'
>;

/**
 * Decides how an event changes if a user moves it to another time or place, or reinstates it. A
 * weekly series moves to another weekday, too. Other series keep their days.
 * @returns the changed properties
 * @throws HttpError 400 at `date` if the new time has passed, if nothing changes, or if the next
 *   occurrence of the series would be at another time than the user has chosen
 */
export function decideMove(
  event: MovedEvent,
  { date, location }: NewTimeAndPlace,
  timeZone: string,
  now: Date,
) {
  const { exceptions, durationMinutes } = event;
  const presentDate = presentDateOf(event, timeZone, now);
  const hasNewDate = date !== presentDate;
  if (hasNewDate ? date <= localNow(timeZone, now) : hasEnded(event, timeZone, now))
    throw invalidField('date', 'Please choose a future date');
  if (!event.isCanceled && !hasNewDate && location === event.location)
    throw invalidField('date', 'Please choose another date or location');
  // The last day of a rule does not move, so that the series might lose its last occurrence.
  const hasLastDay = event.recurrence?.includes('UNTIL=') === true;
  if (hasLastDay && dayOf(date) !== dayOf(presentDate))
    throw invalidField('date', otherDayOfSeries);
  const recurrence = event.recurrence ? ruleOnDay(event.recurrence, dayOf(date)) : null;
  const isRecurring = recurrence !== null;
  const form = { date, recurrence, isRecurring, exceptions, durationMinutes };
  const times = computeEventTimes(form, timeZone, now, event as EventEntity);
  if (isRecurring && times.date !== date) throw invalidField('date', otherDayOfSeries);
  return { ...times, location, isCanceled: false };
}

const otherDayOfSeries =
  'This series cannot be moved to this day as a whole. Please choose its next date, or edit it.';

/**
 * Returns the date of an event that users see. For a series it is the current occurrence, which may
 * not be stored in `date` yet.
 */
function presentDateOf(event: MovedEvent, timeZone: string, now: Date): string {
  const { recurrence, seriesStart, exceptions, durationMinutes } = event;
  if (!recurrence) return event.date;
  const series: Series = { start: seriesStart, rule: recurrence, exceptions, timeZone };
  return currentOccurrence(series, durationMinutes, now).date;
}

/** Returns the rule of a weekly series on the weekday of a day; other rules stay as they are. */
function ruleOnDay(rule: string, day: string): string {
  const parts = rule.split(';');
  const isWeeklyOnOneDay =
    parts.includes('FREQ=WEEKLY') && parts.some((part) => /^BYDAY=[A-Z]{2}$/.test(part));
  if (!isWeeklyOnOneDay) return rule;
  const weekday = weekdayOf(day);
  return parts.map((part) => (part.startsWith('BYDAY=') ? `BYDAY=${weekday}` : part)).join(';');
}

const dayOf = (local: string): string => local.slice(0, 10);
