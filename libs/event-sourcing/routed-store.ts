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
import { beginInStore, selectStore } from './church-head.sql.js';
import type { PostgresEventStore } from './postgres-store.js';
import type { RemoteStore } from './remote-store.js';

export type StoreName = 'postgres' | 'eventstoredb';

/** The stores of this installation: PostgreSQL's own is always there. */
export interface Stores {
  postgres: PostgresEventStore;
  eventstoredb: RemoteStore | null;
}

/**
 * Leads every church to the store that keeps its giving (`event_head.store`); one without any event begins in `first`.
 * A church may be moved while this runs: a write to the store that it has left fails there (`StoreMoved`), and the next
 * one finds the way.
 */
export class RoutedStore implements Omit<EventStore, 'capabilities' | 'takeOver'> {
  /** for writes, which spare the question: a store that the church has left refuses them */
  readonly #known = new Map<string, StoreName>();

  constructor(
    private readonly db: Database,
    readonly stores: Stores,
    readonly defaultStore: StoreName,
  ) {}

  /** @throws Error when the church is kept in a store that this installation does not know */
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

  /** Lets a church without any event begin in that store, wherever others begin; with the transaction that is open. */
  async beginIn(organizationId: string, name: StoreName): Promise<void> {
    await this.db.tenant(organizationId, (tx) => beginInStore(tx, { organizationId, store: name }));
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

  /** @see RemoteStore.isPublished; PostgreSQL writes the projections together with the events */
  async isPublished(organizationId: string, stream: string, revision: number): Promise<boolean> {
    if (!this.stores.eventstoredb || (await this.storeNameOf(organizationId)) === 'postgres')
      return true;
    return this.stores.eventstoredb.isPublished(organizationId, stream, revision);
  }

  /** @see RemoteStore.waitUntilPublished; PostgreSQL writes the projections together with the events */
  async waitUntilPublished(
    organizationId: string,
    stream: string,
    revision: number,
  ): Promise<void> {
    if ((await this.storeNameOf(organizationId)) === 'eventstoredb')
      await this.stores.eventstoredb?.waitUntilPublished(organizationId, stream, revision);
  }

  /** Ends what is under way. */
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
