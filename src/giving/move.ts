import { lockName, disableLockTimeout, type Database, type Tx } from '#libs/database';
import {
  type EventStore,
  lockChurchPatiently,
  type Position,
  type Projector,
  type RoutedStore,
  type StoredEvent,
  storeLock,
  StoreMismatch,
  type StoreName,
  writeCheckpoints,
  writeStoreName,
} from '#libs/event-sourcing';
import { copyOwnEvents } from './event-copies.js';
import { insertFollowedStore } from './follower/follower.sql.js';
import { isStaged } from './journal/journal.js';

export interface Move {
  organizationId: string;
  to: StoreName;
  /**
   * A position of the target before which it has no event of the church. Without it the target is
   * read from the beginning.
   */
  since?: Position | null;
  /** Called after every thousandth event with the number of events that the target has. */
  onProgress?: (events: number) => void;
}

/**
 * How far the two stores were compared and found equal: a position in each, and the number of
 * events up to there.
 */
interface ComparedUpTo {
  from: Position | null;
  to: Position | null;
  events: number;
}

/**
 * Moves a church's giving to another event store while the application runs. It copies the missing
 * events to the target, reads them back, and compares every column except the position. Then it
 * takes the church's lock, copies the events that were recorded in the meantime, and switches the
 * church to the target in the same transaction. If it is interrupted, the church has not moved, and
 * the next attempt continues with the events that the target has. The old store keeps its events,
 * so that the church can move back.
 * @returns the number of events; null if the church is in that store already
 * @throws Error when the target has other events of this church, or when EventStoreDB has lost
 *   events of the journal
 */
export async function moveChurch(
  db: Database,
  stores: RoutedStore,
  projector: Projector<unknown>,
  { organizationId, to, since = null, onProgress }: Move,
): Promise<number | null> {
  const name = await stores.storeNameOf(organizationId);
  const [source, target] = [stores.storeNamed(name), stores.storeNamed(to)];
  if (name === 'eventstoredb')
    await db.tenant(organizationId, (tx) => assertNothingLost(stores, tx));
  const copy = new Copy(organizationId, source, target, onProgress);
  const copied = name === to ? null : await copy.copyMissing({ from: null, to: since, events: 0 });
  const moved = await db.tenant(organizationId, async (tx) => {
    disableLockTimeout.send(tx);
    await lockName(tx, { name: storeLock(organizationId) });
    const current = await lockChurchPatiently(tx, organizationId);
    if ((current ?? name) !== name)
      throw new Error('The church was moved by somebody else meanwhile.');
    if (current === to) return null;
    // again, because EventStoreDB may have lost events while they were copied
    if (name === 'eventstoredb') await assertNothingLost(stores, tx);
    const end = copied ? await copy.copyMissing(copied) : { from: null, to: null, events: 0 };
    if (end.from !== null) await publishRest(tx, projector, source, end.from);
    await writeStoreName(tx, to);
    if (end.to !== null) await writeCheckpoints(tx, end.to);
    if (!target.capabilities.projectsInTransaction) {
      await copyOwnEvents(tx);
      await insertFollowedStore(tx, { store: to });
    }
    return end.events;
  });
  // so that this process writes to the new store from now on
  await stores.storeNameOf(organizationId);
  return moved;
}

/**
 * @throws Error when EventStoreDB has lost events of the journal, because a move would make the
 *   loss final
 */
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

/**
 * Publishes the events of a followed store that the follower has not published. The follower waits
 * for the church's lock.
 */
async function publishRest(
  tx: Tx,
  projector: Projector<unknown>,
  source: EventStore,
  position: Position,
): Promise<void> {
  if (source.capabilities.projectsInTransaction) return;
  await projector.deliver(tx, { position, batches: source.tail(tx.organizationId!, null) });
}

/** Copies the events of a church from one store to the other, and compares them. */
class Copy {
  constructor(
    private readonly organizationId: string,
    private readonly source: EventStore,
    private readonly target: EventStore,
    private readonly onProgress: (events: number) => void = () => undefined,
  ) {}

  /**
   * Compares the stores from `start` on, copies the events that the target lacks, and compares
   * these, too.
   */
  async copyMissing(start: ComparedUpTo): Promise<ComparedUpTo> {
    const { compared, hasMore } = await this.#compare(start);
    if (!hasMore) return compared;
    await this.target.takeOver(this.organizationId, this.#readMissing(compared), isStaged);
    return (await this.#compare(compared)).compared;
  }

  /**
   * Compares the two stores event by event from `start` on.
   * @returns how far both have the same events, and whether the source has further events
   * @throws Error when the target has another event, or more events than the source
   */
  async #compare(start: ComparedUpTo): Promise<{ compared: ComparedUpTo; hasMore: boolean }> {
    const sourceEvents = readSingly(this.source.tail(this.organizationId, start.from));
    const targetEvents = readSingly(this.target.tail(this.organizationId, start.to));
    let { from, to, events } = start;
    try {
      for (;;) {
        const event = (await sourceEvents.next()).value;
        const copy = (await targetEvents.next()).value;
        if (copy && !event)
          throw new Error(
            `The other store holds an event more than this one: ${copy.type} ${copy.id} ` +
              `(${copy.stream}). Nothing was moved.`,
          );
        if (!event || !copy)
          return { compared: { from, to, events }, hasMore: event !== undefined };
        if (!isSame(event, copy))
          throw new Error(
            `The other store holds something else than ${event.type} ${event.id} ` +
              `(${event.stream}, revision ${event.revision}). Nothing was moved.`,
          );
        [from, to, events] = [event.position, copy.position, events + 1];
      }
    } finally {
      await Promise.all([sourceEvents.return(undefined), targetEvents.return(undefined)]);
    }
  }

  /** Reads the events that the target lacks, and reports the progress. */
  async *#readMissing({ from, events }: ComparedUpTo): AsyncGenerator<StoredEvent> {
    for await (const event of readSingly(this.source.tail(this.organizationId, from))) {
      yield event;
      if (++events % 1_000 === 0) this.onProgress(events);
    }
  }
}

async function* readSingly(
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
const isSame = (event: StoredEvent, copy: StoredEvent) =>
  columns.every((column) => event[column] === copy[column]);
