import type { Database } from '#libs/database';
import {
  EventStoreDbStore,
  PostgresEventStore,
  RemoteStore,
  RoutedStore,
} from '#libs/event-sourcing';
import type { Config } from '../ops/config.js';
import { isPublished } from './journal/journal.js';
import { assertMatch } from './journal/match.js';

/** What injects the stores of the churches' giving: a `RoutedStore`. */
export const EVENT_STORE = Symbol('event store');

/** The stores that the configuration knows; one outside PostgreSQL connects at its first use. */
export function openEventStores(
  config: Config,
  db: Database,
  onProblem: (error: unknown) => void = () => undefined,
): RoutedStore {
  const categories = ['donation', 'pledge', 'fundraiser', 'import'];
  const url = config.EVENTSTORE_URL;
  const eventstoredb =
    url === undefined
      ? null
      : new RemoteStore(db, new EventStoreDbStore(url, { categories, onProblem }), {
          isPublished,
          assertMatch,
        });
  return new RoutedStore(
    db,
    { postgres: new PostgresEventStore(db), eventstoredb },
    config.EVENT_STORE,
  );
}
