import type { Database, Tx } from '#libs/database';
import {
  lockChurchPatiently,
  StoreMismatch,
  storeLock,
  type EventStore,
  type Position,
  type Projector,
  type RoutedStore,
  type StoredEvent,
  type StoreName,
} from '#libs/event-sourcing';
import { copyOwnEvents } from './event-copies.js';
import { isStaged } from './journal/journal.js';

export interface Move {
  organizationId: string;
  to: StoreName;
  /** a position of the other store before which nothing of the church lies there; otherwise it is gone through from the beginning */
  since?: Position | null;
  /** told now and then how many of the church's events lie in the other store */
  onProgress?: (events: number) => void;
}

/** How far two stores hold the same. */
interface Place {
  from: Position | null;
  to: Position | null;
  events: number;
}

/**
 * Moves a church's giving to another event store while the application runs. What the new store lacks is written there
 * and read back, every column of every event compared; the rest under the church's lock, in whose transaction the
 * church changes over, journal, projections and all. Cut off anywhere, nothing has changed, and the next attempt goes on
 * from what is there. The store that was left keeps what it has, for a way back.
 * @returns the number of events; null when the church is there already
 * @throws Error when the new store holds something else of this church, or when EventStoreDB has lost what the
 *   journal contains
 */
export async function moveChurch(
  db: Database,
  stores: RoutedStore,
  projector: Projector<unknown>,
  { organizationId, to, since = null, onProgress }: Move,
): Promise<number | null> {
  const name = await stores.nameOf(organizationId);
  const [source, target] = [stores.named(name), stores.named(to)];
  if (name === 'eventstoredb')
    await db.tenant(organizationId, (tx) => assertNothingLost(stores, tx));
  const copy = new Copy(organizationId, source, target, onProgress);
  const copied = name === to ? null : await copy.level({ from: null, to: since, events: 0 });
  const moved = await db.tenant(organizationId, async (tx) => {
    tx.send('set local lock_timeout = 0');
    await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      storeLock(organizationId),
    ]);
    const kept = await lockChurchPatiently(tx, organizationId);
    if ((kept ?? name) !== name)
      throw new Error('The church was moved by somebody else meanwhile.');
    if (kept === to) return null;
    if (name === 'eventstoredb') await assertNothingLost(stores, tx); // since the copying began
    const {
      from,
      to: end,
      events,
    } = copied ? await copy.level(copied) : { from: null, to: null, events: 0 };
    if (from !== null) await takeIn(tx, projector, source, from);
    await tx.sql('update event_head set store = $2 where organization_id = $1', [
      organizationId,
      to,
    ]);
    if (end !== null)
      await tx.sql('update projection set position = $2 where organization_id = $1', [
        organizationId,
        end,
      ]);
    if (!target.capabilities.projectsInTransaction) {
      await copyOwnEvents(tx);
      await tx.sql('insert into event_follower values ($1) on conflict do nothing', [to]);
    }
    return events;
  });
  await stores.nameOf(organizationId); // this process need not try the one that was left
  return moved;
}

/** @throws Error when EventStoreDB has lost what the journal contains: the move would make the loss final */
async function assertNothingLost(stores: RoutedStore, tx: Tx): Promise<void> {
  try {
    await stores.stores.eventstoredb?.assertMatch(tx);
  } catch (error) {
    if (!(error instanceof StoreMismatch)) throw error;
    throw new Error(
      'The journal and EventStoreDB do not match. Run repair-books first. Nothing was moved.',
      { cause: error },
    );
  }
}

/** Brings the projections to the last event of a store that they follow; the one that follows it waits for our lock. */
async function takeIn(
  tx: Tx,
  projector: Projector<unknown>,
  source: EventStore,
  position: Position,
): Promise<void> {
  if (source.capabilities.projectsInTransaction) return;
  await projector.deliver(tx, { position, batches: source.tail(tx.organizationId!, null) });
}

class Copy {
  constructor(
    private readonly organizationId: string,
    private readonly source: EventStore,
    private readonly target: EventStore,
    private readonly onProgress: (events: number) => void = () => undefined,
  ) {}

  /** From `place` on: compares, writes what is lacking, compares that as well. */
  async level(place: Place): Promise<Place> {
    const lacking = await this.#compare(place);
    if (!lacking.more) return lacking.place;
    await this.target.takeOver(this.organizationId, this.#counted(lacking.place), isStaged);
    return (await this.#compare(lacking.place)).place;
  }

  /** Steps through both stores as long as both have something; `more` when the source has. */
  async #compare(place: Place): Promise<{ place: Place; more: boolean }> {
    const here = single(this.source.tail(this.organizationId, place.from));
    const there = single(this.target.tail(this.organizationId, place.to));
    let { from, to, events } = place;
    try {
      for (;;) {
        const one = (await here.next()).value;
        const other = (await there.next()).value;
        if (other && !one)
          throw new Error(
            `The other store holds an event more than this one: ${other.type} ${other.id} (${other.stream}). Nothing was moved.`,
          );
        if (!one || !other) return { place: { from, to, events }, more: one !== undefined };
        if (!isSame(one, other))
          throw new Error(
            `The other store holds something else than ${one.type} ${one.id} (${one.stream}, revision ${one.revision}). Nothing was moved.`,
          );
        [from, to, events] = [one.position, other.position, events + 1];
      }
    } finally {
      await Promise.all([here.return(undefined), there.return(undefined)]);
    }
  }

  async *#counted({ from, events }: Place): AsyncGenerator<StoredEvent> {
    for await (const event of single(this.source.tail(this.organizationId, from))) {
      yield event;
      if (++events % 1_000 === 0) this.onProgress(events);
    }
  }
}

async function* single(
  batches: AsyncIterable<StoredEvent[]>,
): AsyncGenerator<StoredEvent, undefined> {
  for await (const batch of batches) yield* batch;
  return undefined;
}

const columns = [
  'id',
  'stream',
  'revision',
  'type',
  'version',
  'data',
  'metadata',
  'recordedAt',
] as const satisfies (keyof StoredEvent)[];
const isSame = (one: StoredEvent, other: StoredEvent) =>
  columns.every((column) => one[column] === other[column]);
