import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { endOf, instantAt, localNow } from '#libs/calendar';
import { Database, type Tx } from '#libs/database';
import { NoRule } from '#libs/recurrence';
import { timeZoneOf } from '../../tenancy/index.js';
import { EventEntity } from './event.entity.js';
import { lockEndedSeries, readEndedSeries } from './present-dates.sql.js';
import { shownOccurrence, type ShownOccurrence } from './when.js';

/** The occurrences that series show now, by the id of the event; only of series whose stored occurrence has ended. */
export type PresentDates = ReadonlyMap<string, ShownOccurrence>;

type EndedSeries = Awaited<ReturnType<typeof lockEndedSeries>>[number];

/**
 * Computes which occurrence each series of the transaction's church shows at `now`. Stores nothing.
 * @param id only of this event
 */
export async function presentDates(
  tx: Tx,
  timeZone: string,
  now: Date,
  id: string | null = null,
): Promise<PresentDates> {
  const ended = await readEndedSeries(tx, { now: localNow(timeZone, now), id });
  return datesOf(ended, timeZone, now);
}

const datesOf = (ended: EndedSeries[], timeZone: string, now: Date): Map<string, ShownOccurrence> =>
  new Map(ended.map((series) => [series.id, dateOf(series, timeZone, now)]));

/** A series of which no further occurrence can be found is over: it must not keep others from their list of events. */
const dateOf = (series: EndedSeries, timeZone: string, now: Date): ShownOccurrence =>
  computedDate(series, timeZone, now) ?? { date: series.date, isOver: true };

/** @returns null if the rule library gives up, which a later try may not */
function computedDate(
  { start, rule, exceptions, minutes }: Omit<EndedSeries, 'id' | 'date'>,
  timeZone: string,
  now: Date,
): ShownOccurrence | null {
  try {
    return shownOccurrence({ start, rule, exceptions, timeZone }, minutes, now);
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
  const found = computedDate({ start: seriesStart, rule, exceptions, minutes }, timeZone, now);
  return found?.isOver ?? true;
}

/** Stores in the background which occurrence each series shows, so that lists find it by its date. */
@Injectable()
export class PresentDatesKeeper implements BeforeApplicationShutdown {
  readonly #log = new Logger('events');
  readonly #running = new Map<string, Promise<void>>();

  constructor(@Inject(Database) private readonly db: Database) {}

  /** Finishes what runs. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /** Stores the dates of a church without keeping anybody waiting. If that fails, the next list of events tries again. */
  keep(organizationId: string): void {
    if (this.#running.has(organizationId)) return;
    const running = this.db
      .separate(organizationId, storePresentDates)
      .catch((error: unknown) => {
        this.#log.warn({ message: 'the dates of series were not stored', error });
      })
      .finally(() => this.#running.delete(organizationId));
    this.#running.set(organizationId, running);
  }
}

/** Leaves out the series that somebody changes at this moment, and those whose date cannot be computed. */
async function storePresentDates(tx: Tx): Promise<void> {
  const now = new Date();
  const timeZone = await timeZoneOf(tx, tx.organizationId!);
  const ended = await lockEndedSeries(tx, { now: localNow(timeZone, now) });
  for (const series of ended) {
    const found = computedDate(series, timeZone, now);
    if (!found) continue;
    await tx.em.nativeUpdate(
      EventEntity,
      { organizationId: tx.organizationId!, id: series.id },
      { date: found.date, isOver: found.isOver },
    );
  }
}
