import type { Database } from '#libs/database';
import { EventStoreDbStore, PostgresEventStore, RemoteStore, type EventStore } from '#libs/event-sourcing';
import type { Config } from '../config.js';

/** What injects the store of the church's giving. */
export const EVENT_STORE = Symbol('event store');

/** The store that the configuration names; one outside PostgreSQL connects at its first use. */
export function openEventStore(config: Config, db: Database, onProblem: (error: unknown) => void = () => undefined): EventStore {
  if (config.EVENT_STORE === 'postgres') return new PostgresEventStore(db);
  const categories = ['donation', 'pledge', 'fundraiser', 'import'];
  return new RemoteStore(db, new EventStoreDbStore(config.EVENTSTORE_URL!, { categories, onProblem }));
}
