import { setTimeout as sleep } from 'node:timers/promises';
import { lockNameShared, type Database, type Tx } from '#libs/database';
import { beginInStore, selectStore } from './church-head.sql.js';
import {
  StoreMoved,
  StoreUnavailable,
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type FollowedEventStore,
  type FollowOptions,
  type NewEvent,
  type Position,
  type Step,
  type StoredBulk,
  type StoredEvent,
  type Unit,
} from './event-store.js';

/**
 * Reads one event of a church from the store.
 * @param stream whole name of the stream
 */
export type ReadEvent = (stream: string, revision: number) => Promise<StoredEvent | null>;

/** What the store needs to know of the journal, which PostgreSQL holds. */
export interface Books {
  /**
   * Whether an event is in the books, with every row that follows from it.
   * @param stream whole name of the stream
   */
  isPublished(tx: Tx, stream: string, revision: number): Promise<boolean>;
  /** @throws StoreMismatch when the newest event of the journal is not in the store as it was recorded */
  assertMatch(tx: Tx, readEvent: ReadEvent): Promise<void>;
}

/** Milliseconds that a bulk append waits until it is in the books, before `NotYetPublished`. */
const bulkPatience = 60_000;

/** Recorded, but projections have not come to it in time: what is shown lags behind for a moment. */
export class NotYetPublished extends Error {
  constructor(readonly appended: AppendResult) {
    super('Recorded. It will be shown in a moment.');
  }
}

/**
 * A store outside PostgreSQL, for handlers that work in a transaction. What they did in PostgreSQL before the append
 * (donors, campaigns, titles: what the event speaks of) is committed first, so that no event is ever without it; the
 * append answers when the projections have come to it, so that the handler reads its own write.
 *
 * Stream names are whole here (`<organization>.donation-<id>`), as they are kept and hashed in PostgreSQL; a store
 * outside puts the organization before them by itself.
 */
export class RemoteStore implements EventStore {
  readonly capabilities;

  /** @param patience milliseconds until `NotYetPublished`, for a single append */
  constructor(
    private readonly db: Database,
    private readonly inner: FollowedEventStore,
    private readonly books: Books,
    private readonly patience = 500,
  ) {
    this.capabilities = inner.capabilities;
  }

  append(
    organizationId: string,
    stream: string,
    expected: ExpectedRevision,
    events: NewEvent[],
  ): Promise<AppendResult> {
    return this.#around(organizationId, this.patience, () =>
      this.inner.append(organizationId, within(organizationId, stream), expected, events),
    );
  }

  bulkAppend(
    organizationId: string,
    stream: string,
    expected: ExpectedRevision,
    batches: AsyncIterable<NewEvent[]>,
  ): Promise<AppendResult> {
    return this.#around(organizationId, Math.max(bulkPatience, this.patience), () =>
      this.inner.bulkAppend(organizationId, within(organizationId, stream), expected, batches),
    );
  }

  readStream(
    organizationId: string,
    stream: string,
    fromRevision?: number,
  ): AsyncIterable<StoredEvent[]> {
    return whole(
      organizationId,
      this.inner.readStream(organizationId, within(organizationId, stream), fromRevision),
    );
  }

  tail(organizationId: string, from: Position | null): AsyncIterable<StoredEvent[]> {
    return whole(organizationId, this.inner.tail(organizationId, from));
  }

  takeOver(
    organizationId: string,
    events: AsyncIterable<StoredEvent>,
    isWithheld: (event: StoredEvent) => boolean,
  ): Promise<void> {
    const inner = (async function* () {
      for await (const event of events)
        yield { ...event, stream: within(organizationId, event.stream) };
    })();
    return this.inner.takeOver(organizationId, inner, (event) =>
      isWithheld(named(organizationId, event)),
    );
  }

  /** Whether the event at `revision` of `stream` is in the books. */
  isPublished(organizationId: string, stream: string, revision: number): Promise<boolean> {
    return this.db.tenant(organizationId, (tx) => this.books.isPublished(tx, stream, revision));
  }

  /**
   * Compares the newest event that the church's journal names with the store.
   * @throws StoreMismatch, StoreUnavailable
   */
  assertMatch(tx: Tx): Promise<void> {
    const organizationId = tx.organizationId!;
    return this.books.assertMatch(tx, async (stream, revision) => {
      const event = await this.inner.readEvent(
        organizationId,
        within(organizationId, stream),
        revision,
      );
      return event && named(organizationId, event);
    });
  }

  /**
   * Waits until the event at `revision` of `stream` is in the books. Commits what was done so far and releases
   * locks, because the follower needs the church's.
   * @throws StoreUnavailable when that takes longer than `patience`
   */
  waitUntilPublished(organizationId: string, stream: string, revision: number): Promise<void> {
    return this.db.tenant(organizationId, async (tx) => {
      await tx.checkpoint();
      if (!(await this.#becomesShown(tx, stream, revision, this.patience)))
        throw new StoreUnavailable();
    });
  }

  /** @see FollowedEventStore.follow */
  follow(
    following: Pick<FollowOptions, 'from' | 'onTrouble'>,
    handle: (step: Step) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    return this.inner.follow(
      following,
      (step) => handle(step.kind === 'events' ? withWholeNames(step) : step),
      signal,
    );
  }

  /** @see FollowedEventStore.findBulk */
  findBulk(organizationId: string, stream: string): Promise<StoredBulk | null> {
    return this.inner.findBulk(organizationId, within(organizationId, stream));
  }

  /** @see FollowedEventStore.hasEventAt */
  hasEventAt(position: Position): Promise<boolean> {
    return this.inner.hasEventAt(position);
  }

  /** @see FollowedEventStore.head */
  head(): Promise<Position | null> {
    return this.inner.head();
  }

  dispose(): Promise<void> {
    return this.inner.dispose();
  }

  #around(
    organizationId: string,
    patience: number,
    append: () => Promise<AppendResult>,
  ): Promise<AppendResult> {
    return this.db.tenant(organizationId, async (tx) => {
      await tx.checkpoint();
      await lockStore(tx, organizationId);
      await this.assertMatch(tx);
      const { events, ...rest } = await append();
      const appended = { ...rest, events: events.map((event) => named(organizationId, event)) };
      const { stream, revision } = appended.events.at(-1)!;
      if (!(await this.#becomesShown(tx, stream, revision, patience)))
        throw new NotYetPublished(appended);
      return appended;
    });
  }

  async #becomesShown(
    tx: Tx,
    stream: string,
    revision: number,
    patience: number,
  ): Promise<boolean> {
    const until = performance.now() + patience;
    for (let wait = 2; ; wait = Math.min(wait * 2, 50)) {
      if (await this.books.isPublished(tx, stream, revision)) return true;
      if (performance.now() > until) return false;
      await sleep(wait);
    }
  }
}

/**
 * Sees to it that the church is not moved to another store before the transaction ends. Its head row must not be locked
 * for that: those who project need it while the writer waits for them.
 * @throws StoreMoved, or PostgreSQL's `lockNotAvailable` when a move takes long: nothing was recorded then
 */
async function lockStore(tx: Tx, organizationId: string): Promise<void> {
  // two statements: one alone would read the head as it was before the lock came free
  const [, [head]] = await Promise.all([
    lockNameShared(tx, { name: storeLock(organizationId) }),
    selectStore(tx, { organizationId }),
  ]);
  if (head?.store === 'eventstoredb') return;
  if (head?.store) throw new StoreMoved();
  // its first event
  await beginInStore(tx, { organizationId, store: 'eventstoredb' });
  await tx.checkpoint();
  await lockStore(tx, organizationId);
}

/** Name of the advisory lock that writers outside PostgreSQL share, and that a move of the church needs alone. */
export const storeLock = (organizationId: string) => `store of ${organizationId}`;

const within = (organizationId: string, stream: string) => stream.slice(organizationId.length + 1);
const named = (organizationId: string, event: StoredEvent): StoredEvent => ({
  ...event,
  stream: `${organizationId}.${event.stream}`,
});

function withWholeNames(unit: Unit): Unit {
  const { organizationId, bulk, batches } = unit;
  return {
    ...unit,
    bulk: bulk && { ...bulk, stream: `${organizationId}.${bulk.stream}` },
    batches: whole(organizationId, batches),
  };
}

async function* whole(
  organizationId: string,
  batches: AsyncIterable<StoredEvent[]>,
): AsyncGenerator<StoredEvent[]> {
  for await (const batch of batches) yield batch.map((event) => named(organizationId, event));
}
