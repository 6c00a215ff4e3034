import { createRequire } from 'node:module';
import type * as Client from '@eventstore/db-client';

let loaded: typeof Client | undefined;

/** What speaks to EventStoreDB; loaded at its first use: with gRPC it takes 30 MB, and most churches' giving lies in PostgreSQL. */
export const dbClient = (): typeof Client =>
  (loaded ??= createRequire(import.meta.url)('@eventstore/db-client') as typeof Client);
