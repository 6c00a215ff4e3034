import { createRequire } from 'node:module';
import type * as Client from '@eventstore/db-client';

let loaded: typeof Client | undefined;

/**
 * Returns the client library of EventStoreDB. It is loaded at its first use, because it takes 30 MB
 * with gRPC, and most installations store events in PostgreSQL only.
 */
export const dbClient = (): typeof Client =>
  (loaded ??= createRequire(import.meta.url)('@eventstore/db-client') as typeof Client);
