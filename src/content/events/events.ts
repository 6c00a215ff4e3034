import type { z } from 'zod';
import type { Event, eventInput } from '#libs/contracts';
import { instantAt, localNow, withOffset } from '#libs/calendar';
import type { Tx } from '#libs/database';
import { refusedAt } from '#libs/http';
import {
  inWords,
  NoRule,
  occurrenceBefore,
  occurrenceFrom,
  readRule,
  type Series,
} from '#libs/recurrence';
import { timeZoneOf } from '../../tenancy/index.js';
import type { EventEntity } from './event.entity.js';

type Input = z.output<typeof eventInput>;
type When = Pick<EventEntity, 'date' | 'seriesStart' | 'recurrence' | 'isOver' | 'exceptions'>;

/**
 * When an event takes place, by its form.
 * @param present the same event until now: whoever sends back the occurrence that they were shown leaves its series where it began
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
    const rule = readRule(typed);
    const begin =
      present?.recurrence && input.date === present.date ? present.seriesStart : input.date;
    const series: Series = { start: begin, rule, exceptions: input.exceptions, timeZone };
    const seriesStart = occurrenceFrom(series, instantAt(begin, timeZone));
    if (seriesStart === null) throw new NoRule('This rule never comes true.');
    const kept = { ...series, start: seriesStart };
    return {
      seriesStart,
      recurrence: rule,
      exceptions: input.exceptions,
      ...shownOccurrence(kept, now),
    };
  } catch (error) {
    if (error instanceof NoRule) throw refusedAt('recurrence', error.message);
    throw error;
  }
}

/** The next occurrence, or the last of a series that is over. */
function shownOccurrence(series: Series, now: Date): { date: string; isOver: boolean } {
  const next = occurrenceFrom(series, now);
  return next
    ? { date: next, isOver: false }
    : { date: occurrenceBefore(series, now) ?? series.start, isOver: true };
}

/**
 * Moves every series whose shown occurrence has passed on to its next one. Whoever reads events does it first: the rows are
 * then in the order in which they will happen.
 * @returns the church's time zone
 */
export async function rollForward(tx: Tx, now = new Date()): Promise<string> {
  const timeZone = await timeZoneOf(tx, tx.organizationId!);
  const passed = await tx.sql<{ id: string; start: string; rule: string; exceptions: string[] }>(
    `select id, series_start as start, recurrence as rule, exceptions from church_event
      where organization_id = $1 and recurrence is not null and not is_over and date < $2 for no key update skip locked`,
    [tx.organizationId, localNow(timeZone, now)],
  );
  for (const { id, ...series } of passed) {
    const { date, isOver } = shownOccurrence({ ...series, timeZone }, now);
    tx.send(
      'update church_event set date = $3, is_over = $4 where organization_id = $1 and id = $2',
      [tx.organizationId, id, date, isOver],
    );
  }
  return timeZone;
}

export function toEvent(one: EventEntity, timeZone: string, now = new Date()): Event {
  const starts = instantAt(one.date, timeZone);
  const rule = one.recurrence ?? null;
  return {
    id: one.id,
    title: one.title,
    description: one.description,
    date: one.date,
    startsAt: withOffset(starts, timeZone),
    endsAt: withOffset(new Date(starts.getTime() + one.durationMinutes * 60_000), timeZone),
    location: one.location,
    isRecurring: rule !== null,
    recurrence: rule,
    repeats: rule && inWords({ start: one.seriesStart, rule, timeZone }),
    exceptions: one.exceptions,
    seriesStart: one.seriesStart,
    durationMinutes: one.durationMinutes,
    isPast: starts.getTime() < now.getTime(),
    imageUrl: one.imageUrl ?? null,
    pictureUrl: one.pictureUrl ?? null,
    googleCalendarId: one.googleCalendarId ?? null,
    webexLink: one.webexLink ?? null,
    isHighlighted: one.isHighlighted,
    isActive: one.isActive,
    createdBy: one.createdBy ?? null,
    createdAt: one.createdAt.toISOString(),
    updatedAt: one.updatedAt.toISOString(),
  };
}
