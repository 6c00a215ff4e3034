import type { z } from 'zod';
import type { eventInput } from '#libs/contracts';
import { addDays, daysBetween, instantAt, type Series } from '#libs/calendar';
import { invalidField } from '#libs/http';
import {
  happensOn,
  NoRule,
  occurrenceAtOrAfter,
  occurrenceBefore,
  occurrenceFrom,
  readRule,
} from '#libs/recurrence';
import type { EventEntity } from './event.entity.js';

/** The fields of a form on which the times of an event depend. */
type Input = Pick<
  z.output<typeof eventInput>,
  'date' | 'seriesStart' | 'isRecurring' | 'recurrence' | 'exceptions' | 'durationMinutes'
>;
type EventTimes = Pick<
  EventEntity,
  'date' | 'seriesStart' | 'recurrence' | 'isOver' | 'exceptions'
>;

/** The occurrence of a series that users see. */
export interface CurrentOccurrence {
  /** the local time of its beginning */
  date: string;
  /** whether the series is over; the occurrence is then the last one */
  isOver: boolean;
}

/**
 * Returns the occurrence that takes place at `now`, or else the next one. If the series is over,
 * returns the last one.
 * @param minutes the duration of an occurrence
 */
export function currentOccurrence(series: Series, minutes: number, now: Date): CurrentOccurrence {
  const next = occurrenceAtOrAfter(series, minutes, now);
  return next
    ? { date: next, isOver: false }
    : { date: occurrenceBefore(series, now) ?? series.start, isOver: true };
}

/**
 * Computes from the form of an event when it takes place.
 * @param present the stored event, if the form changes one. A series keeps its beginning or moves
 * as a whole (`countDaysMoved`). Its skipped dates move with it unless the form names the first
 * day.
 * @throws HttpError 400 if the rule cannot be read, repeats more often than daily, or has no
 * occurrence
 */
export function computeEventTimes(
  input: Input,
  timeZone: string,
  now: Date,
  present?: EventEntity,
): EventTimes {
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
    const requestedSeries = { ...wantedSeries(input, timeZone, now, present), rule, timeZone };
    const series = { ...requestedSeries, start: firstOccurrence(requestedSeries) };
    if (occurrenceFrom(series, instantAt(series.start, timeZone)) === null)
      throw new NoRule(noOccurrence);
    return {
      seriesStart: series.start,
      recurrence: rule,
      exceptions: [...series.exceptions],
      ...currentOccurrence(series, input.durationMinutes, now),
    };
  } catch (error) {
    if (error instanceof NoRule) throw invalidField('recurrence', error.message);
    throw error;
  }
}

const noOccurrence = 'This rule never comes true.';

/**
 * Returns the first occurrence. It may be a skipped one, because a COUNT includes skipped dates.
 * @throws NoRule if there is none
 */
function firstOccurrence(series: Series): string {
  const first = occurrenceFrom(
    { ...series, exceptions: [] },
    instantAt(series.start, series.timeZone),
  );
  if (first === null) throw new NoRule(noOccurrence);
  return first;
}

/** Returns the beginning and the skipped dates that a series has after a form is saved. */
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
  const days = countDaysMoved(series, present.durationMinutes, now, input);
  const time = input.date.slice(10);
  const start = addDays(`${dayOf(series.start)}${time}`, days);
  // A form with `seriesStart` has already moved the skipped dates together with the first day.
  if (input.seriesStart) return { start, exceptions: input.exceptions };
  return {
    start,
    exceptions: input.exceptions.map((date) => dayOf(addDays(`${date}${time}`, days))),
  };
}

/**
 * Counts the days by which a form moves a series. `seriesStart` is the new first day. Without it,
 * the form names any day (`date`): a day on which the series takes place does not move the series,
 * and another day moves it by the difference from the current occurrence.
 */
export function countDaysMoved(
  series: Series,
  minutes: number,
  now: Date,
  { date, seriesStart }: Pick<Input, 'date' | 'seriesStart'>,
): number {
  const first = dayOf(series.start);
  if (seriesStart) return daysBetween(first, seriesStart);
  const day = dayOf(date);
  if (day === first || happensOn(series, day)) return 0;
  return daysBetween(dayOf(currentOccurrence(series, minutes, now).date), day);
}

const dayOf = (local: string) => local.slice(0, 10);
