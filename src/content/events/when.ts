import type { z } from 'zod';
import type { eventInput } from '#libs/contracts';
import { addDays, daysBetween, instantAt, type Series } from '#libs/calendar';
import { refusedAt } from '#libs/http';
import {
  happensOn,
  NoRule,
  occurrenceAtOrAfter,
  occurrenceBefore,
  occurrenceFrom,
  readRule,
} from '#libs/recurrence';
import type { EventEntity } from './event.entity.js';

type Input = z.output<typeof eventInput>;
type When = Pick<EventEntity, 'date' | 'seriesStart' | 'recurrence' | 'isOver' | 'exceptions'>;

/** The occurrence of a series that people see. */
export interface ShownOccurrence {
  /** local time of its beginning */
  date: string;
  /** whether the series is over; the occurrence is the last one then */
  isOver: boolean;
}

/** The occurrence that takes place at `now`, or else the next one, or else the last one of a series that is over. */
export function shownOccurrence(series: Series, minutes: number, now: Date): ShownOccurrence {
  const next = occurrenceAtOrAfter(series, minutes, now);
  return next
    ? { date: next, isOver: false }
    : { date: occurrenceBefore(series, now) ?? series.start, isOver: true };
}

/**
 * Decides when an event takes place, by its form.
 * @param present the same event until now, if it exists already. A series keeps its beginning, or moves as a whole
 *   (`movedBy`), and its skipped dates move with it unless the form names the first day.
 * @throws HttpError 400 for a rule that cannot be read, is finer than daily or never comes true
 */
export function whenOf(input: Input, timeZone: string, now: Date, present?: EventEntity): When {
  const typed = input.recurrence ?? (input.isRecurring ? 'FREQ=WEEKLY' : null);
  if (typed === null)
    return {
      date: input.date,
      seriesStart: input.date,
      recurrence: null,
      isOver: false,
      exceptions: [],
    };
  try {
    const rule = readRule(typed, timeZone);
    const wanted = { ...wantedSeries(input, timeZone, now, present), rule, timeZone };
    const series = { ...wanted, start: firstOccurrence(wanted) };
    if (occurrenceFrom(series, instantAt(series.start, timeZone)) === null) throw new NoRule(never);
    return {
      seriesStart: series.start,
      recurrence: rule,
      exceptions: [...series.exceptions],
      ...shownOccurrence(series, input.durationMinutes, now),
    };
  } catch (error) {
    if (error instanceof NoRule) throw refusedAt('recurrence', error.message);
    throw error;
  }
}

const never = 'This rule never comes true.';

/** The first occurrence, which may be one that is skipped: a count includes it. @throws NoRule */
function firstOccurrence(series: Series): string {
  const first = occurrenceFrom(
    { ...series, exceptions: [] },
    instantAt(series.start, series.timeZone),
  );
  if (first === null) throw new NoRule(never);
  return first;
}

/** From when a series is to take place, and which dates it is to skip. */
function wantedSeries(
  input: Input,
  timeZone: string,
  now: Date,
  present: EventEntity | undefined,
): Pick<Series, 'start' | 'exceptions'> {
  if (!present?.recurrence) return { start: input.date, exceptions: input.exceptions };
  const series: Series = {
    start: present.seriesStart,
    rule: present.recurrence,
    exceptions: present.exceptions,
    timeZone,
  };
  const days = movedBy(series, present.durationMinutes, now, input);
  const time = input.date.slice(10);
  const start = addDays(`${dayOf(series.start)}${time}`, days);
  // the form that names the first day shows the skipped dates, and has moved them itself
  if (input.seriesStart) return { start, exceptions: input.exceptions };
  return {
    start,
    exceptions: input.exceptions.map((date) => dayOf(addDays(`${date}${time}`, days))),
  };
}

/**
 * Decides by how many days a form moves a series. A form names a day: `seriesStart` is the new first day. Without it, a
 * day on which the series happens does not move the series, and any other day moves it by the difference from the
 * occurrence that is shown.
 */
export function movedBy(
  series: Series,
  minutes: number,
  now: Date,
  { date, seriesStart }: Pick<Input, 'date' | 'seriesStart'>,
): number {
  const first = dayOf(series.start);
  if (seriesStart) return daysBetween(first, seriesStart);
  const day = dayOf(date);
  if (day === first || happensOn(series, day)) return 0;
  return daysBetween(dayOf(shownOccurrence(series, minutes, now).date), day);
}

const dayOf = (local: string) => local.slice(0, 10);
