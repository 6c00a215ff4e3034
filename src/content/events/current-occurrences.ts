import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { endOf, instantAt, localNow } from '#libs/calendar';
import { Database, type Tx } from '#libs/database';
import { NoRule } from '#libs/recurrence';
import { timeZoneOf } from '../../tenancy/index.js';
import { EventEntity } from './event.entity.js';
import { lockEndedSeries, readEndedSeries } from './current-occurrences.sql.js';
import { currentOccurrence, type CurrentOccurrence } from './event-times.js';

/**
 * The current occurrences of the series whose stored occurrence has ended, by the id of the event.
 */
export type CurrentOccurrences = ReadonlyMap<string, CurrentOccurrence>;

type EndedSeries = Awaited<ReturnType<typeof lockEndedSeries>>[number];

/**
 * Computes the current occurrences of the church's series whose stored occurrence has ended at
 * `now`. Stores nothing.
 * @param id the only event to look at; null: all events
 */
export async function computeCurrentOccurrences(
  tx: Tx,
  timeZone: string,
  now: Date,
  id: string | null = null,
): Promise<CurrentOccurrences> {
  const endedSeries = await readEndedSeries(tx, { now: localNow(timeZone, now), id });
  return datesOf(endedSeries, timeZone, now);
}

const datesOf = (
  endedSeries: EndedSeries[],
  timeZone: string,
  now: Date,
): Map<string, CurrentOccurrence> =>
  new Map(endedSeries.map((series) => [series.id, dateOf(series, timeZone, now)]));

/**
 * Returns the current occurrence of a series. If none can be computed, the series counts as over,
 * so that users can still see the list of events.
 */
const dateOf = (series: EndedSeries, timeZone: string, now: Date): CurrentOccurrence =>
  computedDate(series, timeZone, now) ?? { date: series.date, isOver: true };

/** Returns null if the rule library gives up; a later attempt may succeed. */
function computedDate(
  { start, rule, exceptions, minutes }: Omit<EndedSeries, 'id' | 'date'>,
  timeZone: string,
  now: Date,
): CurrentOccurrence | null {
  try {
    return currentOccurrence({ start, rule, exceptions, timeZone }, minutes, now);
  } catch (error) {
    if (error instanceof NoRule) return null;
    throw error;
  }
}

export type StoredTimes = Pick<
  EventEntity,
  'date' | 'durationMinutes' | 'recurrence' | 'seriesStart' | 'exceptions' | 'isOver'
>;

/** Decides whether an event, or the last occurrence of a series, has ended at `now`. */
export function hasEnded(
  {
    date,
    durationMinutes: minutes,
    recurrence: rule,
    seriesStart,
    exceptions,
    isOver,
  }: StoredTimes,
  timeZone: string,
  now: Date,
): boolean {
  const ends = instantAt(endOf(date, minutes, timeZone), timeZone);
  if (now < ends) return false;
  if (!rule || isOver) return true;
  const occurrence = computedDate({ start: seriesStart, rule, exceptions, minutes }, timeZone, now);
  return occurrence?.isOver ?? true;
}

/**
 * Stores the current occurrences of series in the background, so that lists can be ordered by them.
 */
@Injectable()
export class CurrentOccurrenceStore implements BeforeApplicationShutdown {
  readonly #log = new Logger('events');
  readonly #running = new Map<string, Promise<void>>();

  constructor(@Inject(Database) private readonly db: Database) {}

  /** Waits until the dates that are being stored are stored. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /**
   * Stores the current occurrences of a church's series. If this fails, the next request for the
   * list of events tries again.
   */
  storeInBackground(organizationId: string): void {
    if (this.#running.has(organizationId)) return;
    const running = this.db
      .separate(organizationId, storeCurrentOccurrences)
      .catch((error: unknown) => {
        this.#log.warn({ message: 'the dates of series were not stored', error });
      })
      .finally(() => this.#running.delete(organizationId));
    this.#running.set(organizationId, running);
  }
}

/**
 * Stores the current occurrences of a church. Skips series that another transaction is changing,
 * and series whose current occurrence cannot be computed.
 */
async function storeCurrentOccurrences(tx: Tx): Promise<void> {
  const now = new Date();
  const timeZone = await timeZoneOf(tx, tx.organizationId!);
  const endedSeries = await lockEndedSeries(tx, { now: localNow(timeZone, now) });
  for (const series of endedSeries) {
    const occurrence = computedDate(series, timeZone, now);
    if (!occurrence) continue;
    await tx.em.nativeUpdate(
      EventEntity,
      { organizationId: tx.organizationId!, id: series.id },
      { date: occurrence.date, isOver: occurrence.isOver },
    );
  }
}
