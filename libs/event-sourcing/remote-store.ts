import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Tx } from '#libs/database';
import type { Appended, EventStore, ExpectedRevision, FollowedEventStore, NewEvent, Position, StoredEvent } from './event-store.js';

/** Recorded, but projections have not come to it in time: what is shown lags behind for a moment. */
export class NotYetShown extends Error {
  constructor(readonly appended: Appended) {
    super('Recorded. It will be shown in a moment.');
  }
}

/**
 * A store outside PostgreSQL, for handlers that work in a transaction. What they did in PostgreSQL before the append
 * (donors, campaigns, titles: what the event speaks of) is committed first, so that no event is ever without it; the
 * append answers when the projections have come to it, so that the handler reads its own write.
 */
export class RemoteStore implements EventStore {
  readonly capabilities;

  /** @param patience milliseconds until `NotYetShown`; a bulk append waits as long as it takes */
  constructor(
    private readonly db: Database,
    readonly inner: FollowedEventStore,
    private readonly patience = 500,
  ) {
    this.capabilities = inner.capabilities;
  }

  append(organizationId: string, stream: string, expected: ExpectedRevision, events: NewEvent[]): Promise<Appended> {
    return this.#around(organizationId, this.patience, () => this.inner.append(organizationId, stream, expected, events));
  }

  bulkAppend(organizationId: string, stream: string, expected: ExpectedRevision, batches: AsyncIterable<NewEvent[]>): Promise<Appended> {
    return this.#around(organizationId, Infinity, () => this.inner.bulkAppend(organizationId, stream, expected, batches));
  }

  readStream(organizationId: string, stream: string, fromRevision?: number): AsyncIterable<StoredEvent[]> {
    return this.inner.readStream(organizationId, stream, fromRevision);
  }

  tail(organizationId: string, from: Position | null): AsyncIterable<StoredEvent[]> {
    return this.inner.tail(organizationId, from);
  }

  #around(organizationId: string, patience: number, append: () => Promise<Appended>): Promise<Appended> {
    return this.db.tenant(organizationId, async (tx) => {
      await tx.checkpoint();
      const appended = await append();
      if (!(await isShown(tx, appended.position, patience))) throw new NotYetShown(appended);
      return appended;
    });
  }
}

async function isShown(tx: Tx, position: Position, patience: number): Promise<boolean> {
  const until = performance.now() + patience;
  for (let wait = 2; ; wait = Math.min(wait * 2, 50)) {
    const [row] = await tx.sql<{ least: Position | null }>('select min(position) as least from projection where organization_id = $1', [tx.organizationId]);
    if (row!.least !== null && row!.least >= position) return true;
    if (performance.now() > until) return false;
    await sleep(wait);
  }
}
