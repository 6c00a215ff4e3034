import type { Database } from '#libs/database';
import {
  StoreMoved,
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type Position,
  type StoredEvent,
} from './event-store.js';
import { setStoreIfMissing, selectStore } from './church-head.sql.js';
import type { PostgresEventStore } from './postgres-store.js';
import type { RemoteStore } from './remote-store.js';

export type StoreName = 'postgres' | 'eventstoredb';

/** The stores of this installation. */
export interface Stores {
  postgres: PostgresEventStore;
  eventstoredb: RemoteStore | null;
}

/**
 * Finds the store of each church (`event_head.store`). The first event of a church goes to
 * `defaultStore`. If a church is moved while the program runs, the next write fails with
 * `StoreMoved`, and the write after it finds the new store.
 */
export class RoutedStore implements Omit<EventStore, 'capabilities' | 'takeOver'> {
  /**
   * The names of the stores for writes, so that a write does not have to read them. A store from
   * which the church was moved refuses the write.
   */
  readonly #known = new Map<string, StoreName>();

  constructor(
    private readonly db: Database,
    readonly stores: Stores,
    readonly defaultStore: StoreName,
  ) {}

  /** @throws Error if the church is in a store that the configuration does not name */
  async storeOf(organizationId: string): Promise<EventStore> {
    return this.storeNamed(await this.storeNameOf(organizationId));
  }

  storeNamed(name: StoreName): EventStore {
    const store = this.stores[name];
    if (!store)
      throw new Error(
        'The giving of a church is kept in EventStoreDB: EVENTSTORE_URL must say where that is.',
      );
    return store;
  }

  async storeNameOf(organizationId: string): Promise<StoreName> {
    const [head] = await this.db.tenant(organizationId, (tx) =>
      selectStore(tx, { organizationId }),
    );
    const name = head?.store as StoreName | null | undefined;
    if (name) this.#known.set(organizationId, name);
    return name ?? this.defaultStore;
  }

  /**
   * Sets the event store of a church that has no events yet. The store may differ from
   * `defaultStore`. The change joins an open transaction of the church, if there is one.
   */
  async beginIn(organizationId: string, name: StoreName): Promise<void> {
    await this.db.tenant(organizationId, (tx) =>
      setStoreIfMissing(tx, { organizationId, store: name }),
    );
    await this.storeNameOf(organizationId);
  }

  append(
    organizationId: string,
    stream: string,
    expected: ExpectedRevision,
    events: NewEvent[],
  ): Promise<AppendResult> {
    return this.#write(organizationId, (store) =>
      store.append(organizationId, stream, expected, events),
    );
  }

  bulkAppend(
    organizationId: string,
    stream: string,
    expected: ExpectedRevision,
    batches: AsyncIterable<NewEvent[]>,
  ): Promise<AppendResult> {
    return this.#write(organizationId, (store) =>
      store.bulkAppend(organizationId, stream, expected, batches),
    );
  }

  async *readStream(
    organizationId: string,
    stream: string,
    fromRevision?: number,
  ): AsyncGenerator<StoredEvent[]> {
    yield* (await this.storeOf(organizationId)).readStream(organizationId, stream, fromRevision);
  }

  async *tail(organizationId: string, from: Position | null): AsyncGenerator<StoredEvent[]> {
    yield* (await this.storeOf(organizationId)).tail(organizationId, from);
  }

  /**
   * @see RemoteStore.isPublished. True in PostgreSQL, which publishes events in their transaction.
   */
  async isPublished(organizationId: string, stream: string, revision: number): Promise<boolean> {
    if (!this.stores.eventstoredb || (await this.storeNameOf(organizationId)) === 'postgres')
      return true;
    return this.stores.eventstoredb.isPublished(organizationId, stream, revision);
  }

  /** @see RemoteStore.waitUntilPublished. PostgreSQL publishes events in their transaction. */
  async waitUntilPublished(
    organizationId: string,
    stream: string,
    revision: number,
  ): Promise<void> {
    if ((await this.storeNameOf(organizationId)) === 'eventstoredb')
      await this.stores.eventstoredb?.waitUntilPublished(organizationId, stream, revision);
  }

  /** Ends running calls to EventStoreDB and closes the connection. */
  async dispose(): Promise<void> {
    await this.stores.eventstoredb?.dispose();
  }

  async #write(
    organizationId: string,
    write: (store: EventStore) => Promise<AppendResult>,
  ): Promise<AppendResult> {
    try {
      return await write(
        this.storeNamed(
          this.#known.get(organizationId) ?? (await this.storeNameOf(organizationId)),
        ),
      );
    } catch (error) {
      if (error instanceof StoreMoved) this.#known.delete(organizationId);
      throw error;
    }
  }
}
