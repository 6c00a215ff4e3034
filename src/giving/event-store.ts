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

/** The token with which NestJS injects the event stores, as a `RoutedStore`. */
export const EVENT_STORE = Symbol('event store');

/**
 * Opens the event stores that the configuration names. EventStoreDB is connected at its first use.
 * @param onProblem called with problems of EventStoreDB that may pass, such as a lost connection
 */
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
