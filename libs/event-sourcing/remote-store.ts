import { setTimeout as sleep } from 'node:timers/promises';
import { lockNameShared, type Database, type Tx } from '#libs/database';
import { setStoreIfMissing, selectStore } from './church-head.sql.js';
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

/** The journal in PostgreSQL, as far as the store needs it. */
export interface JournalAccess {
  /**
   * Whether an event is in the journal. Then all rows that follow from it are in the projections.
   * @param stream whole name of the stream
   */
  isPublished(tx: Tx, stream: string, revision: number): Promise<boolean>;
  /**
   * @throws StoreMismatch if the store does not have the newest event of the journal as it was
   *   recorded
   */
  assertMatch(tx: Tx, readEvent: ReadEvent): Promise<void>;
}

/** Milliseconds that a bulk append waits for its publication, before `NotYetPublished`. */
const bulkPublishTimeout = 60_000;

/** The events are stored, but the follower has not published them in time. */
export class NotYetPublished extends Error {
  constructor(readonly appended: AppendResult) {
    super('Recorded. It will be shown in a moment.');
  }
}

/**
 * Lets command handlers use a store outside PostgreSQL in their transactions. An append first
 * commits what the handler has written to PostgreSQL, such as donors, campaigns and titles, so that
 * no event refers to rows that do not exist. It returns when the event is published, so that the
 * handler can read the rows that follow from it.
 *
 * Stream names are whole here (`<organization>.donation-<id>`), as PostgreSQL stores and hashes
 * them. The inner store adds the organization itself.
 */
export class RemoteStore implements EventStore {
  readonly capabilities;

  /** @param publishTimeout milliseconds until `NotYetPublished`, for a single append */
  constructor(
    private readonly db: Database,
    private readonly inner: FollowedEventStore,
    private readonly journal: JournalAccess,
    private readonly publishTimeout = 500,
  ) {
    this.capabilities = inner.capabilities;
  }

  append(
    organizationId: string,
    stream: string,
    expected: ExpectedRevision,
    events: NewEvent[],
  ): Promise<AppendResult> {
    return this.#appendAndWait(organizationId, this.publishTimeout, () =>
      this.inner.append(organizationId, innerName(organizationId, stream), expected, events),
    );
  }

  bulkAppend(
    organizationId: string,
    stream: string,
    expected: ExpectedRevision,
    batches: AsyncIterable<NewEvent[]>,
  ): Promise<AppendResult> {
    const timeout = Math.max(bulkPublishTimeout, this.publishTimeout);
    return this.#appendAndWait(organizationId, timeout, () =>
      this.inner.bulkAppend(organizationId, innerName(organizationId, stream), expected, batches),
    );
  }

  readStream(
    organizationId: string,
    stream: string,
    fromRevision?: number,
  ): AsyncIterable<StoredEvent[]> {
    return batchesWithWholeNames(
      organizationId,
      this.inner.readStream(organizationId, innerName(organizationId, stream), fromRevision),
    );
  }

  tail(organizationId: string, from: Position | null): AsyncIterable<StoredEvent[]> {
    return batchesWithWholeNames(organizationId, this.inner.tail(organizationId, from));
  }

  takeOver(
    organizationId: string,
    events: AsyncIterable<StoredEvent>,
    isWithheld: (event: StoredEvent) => boolean,
  ): Promise<void> {
    const inner = (async function* () {
      for await (const event of events)
        yield { ...event, stream: innerName(organizationId, event.stream) };
    })();
    return this.inner.takeOver(organizationId, inner, (event) =>
      isWithheld(withWholeName(organizationId, event)),
    );
  }

  /** Whether the event at `revision` of `stream` is published. */
  isPublished(organizationId: string, stream: string, revision: number): Promise<boolean> {
    return this.db.tenant(organizationId, (tx) => this.journal.isPublished(tx, stream, revision));
  }

  /**
   * Compares the newest event that the church's journal names with the store.
   * @throws StoreMismatch, StoreUnavailable
   */
  assertMatch(tx: Tx): Promise<void> {
    const organizationId = tx.organizationId!;
    return this.journal.assertMatch(tx, async (stream, revision) => {
      const name = innerName(organizationId, stream);
      const event = await this.inner.readEvent(organizationId, name, revision);
      return event && withWholeName(organizationId, event);
    });
  }

  /**
   * Waits until the event at `revision` of `stream` is published. Commits the open transaction and
   * releases its locks, because the follower needs the lock of the church.
   * @throws StoreUnavailable if the event is not published within `publishTimeout`
   */
  waitUntilPublished(organizationId: string, stream: string, revision: number): Promise<void> {
    return this.db.tenant(organizationId, async (tx) => {
      await tx.checkpoint();
      if (!(await this.#isPublishedWithin(this.publishTimeout, tx, stream, revision)))
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
      (step) => handle(step.kind === 'events' ? unitWithWholeNames(step) : step),
      signal,
    );
  }

  /** @see FollowedEventStore.findBulk */
  findBulk(organizationId: string, stream: string): Promise<StoredBulk | null> {
    return this.inner.findBulk(organizationId, innerName(organizationId, stream));
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

  #appendAndWait(
    organizationId: string,
    timeout: number,
    append: () => Promise<AppendResult>,
  ): Promise<AppendResult> {
    return this.db.tenant(organizationId, async (tx) => {
      await tx.checkpoint();
      await lockStore(tx, organizationId);
      await this.assertMatch(tx);
      const { events, ...rest } = await append();
      const stored = events.map((event) => withWholeName(organizationId, event));
      const appended = { ...rest, events: stored };
      const { stream, revision } = stored.at(-1)!;
      if (!(await this.#isPublishedWithin(timeout, tx, stream, revision)))
        throw new NotYetPublished(appended);
      return appended;
    });
  }

  async #isPublishedWithin(
    timeout: number,
    tx: Tx,
    stream: string,
    revision: number,
  ): Promise<boolean> {
    const end = performance.now() + timeout;
    for (let wait = 2; ; wait = Math.min(wait * 2, 50)) {
      if (await this.journal.isPublished(tx, stream, revision)) return true;
      if (performance.now() > end) return false;
      await sleep(wait);
    }
  }
}

/**
 * Prevents a move of the church to another store until the transaction ends. It does not lock the
 * head row of the church, because the follower needs it while the writer waits for the publication.
 * @throws StoreMoved, or `lockNotAvailable` of PostgreSQL if a move takes long. Nothing is recorded
 *   then.
 */
async function lockStore(tx: Tx, organizationId: string): Promise<void> {
  // Two statements, because one statement would read the head as it was before it got the lock.
  const [, [head]] = await Promise.all([
    lockNameShared(tx, { name: storeLock(organizationId) }),
    selectStore(tx, { organizationId }),
  ]);
  if (head?.store === 'eventstoredb') return;
  if (head?.store) throw new StoreMoved();
  // the first event of the church
  await setStoreIfMissing(tx, { organizationId, store: 'eventstoredb' });
  await tx.checkpoint();
  await lockStore(tx, organizationId);
}

/**
 * The name of an advisory lock. Writers to EventStoreDB share it; a move of the church takes it
 * exclusively.
 */
export const storeLock = (organizationId: string) => `store of ${organizationId}`;

/** The name of a stream without the organization. */
const innerName = (organizationId: string, stream: string) =>
  stream.slice(organizationId.length + 1);

const withWholeName = (organizationId: string, event: StoredEvent): StoredEvent => ({
  ...event,
  stream: `${organizationId}.${event.stream}`,
});

function unitWithWholeNames(unit: Unit): Unit {
  const { organizationId, bulk, batches } = unit;
  return {
    ...unit,
    bulk: bulk && { ...bulk, stream: `${organizationId}.${bulk.stream}` },
    batches: batchesWithWholeNames(organizationId, batches),
  };
}

async function* batchesWithWholeNames(
  organizationId: string,
  batches: AsyncIterable<StoredEvent[]>,
): AsyncGenerator<StoredEvent[]> {
  for await (const batch of batches)
    yield batch.map((event) => withWholeName(organizationId, event));
}
