import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { isDatabaseUnreachable, type Database } from '#libs/database';
import { Projector, describeTrouble, type Position, type RoutedStore } from '#libs/event-sourcing';
import { createAccount, emailsWithAccount } from '../identity/index.js';
import { EVENT_STORE, moveChurch } from '../giving/index.js';
import { listChurches } from '../tenancy/index.js';
import { churches, type DemoChurch } from './churches.js';
import { password, seedChurch } from './seed-church.js';

/** The address of the super administrator of the demo. */
const owner = 'owner@platform.test';

/** Lines for the console that say how to sign in. */
export const demoSignIns = [
  '  secretary@grace.test   keeps the books (also admin@, pastor@, support@, member@, ' +
    'pending@, suspended@grace.test)',
  `  admin@hope.test        another church (also member@hope.test)`,
  `  ${owner}    the platform`,
  `  password: ${password}`,
];

/** The time between two attempts while EventStoreDB does not answer, in milliseconds. */
const retryInterval = 2_000;

/** The result of creating the demo churches at the start of the program. */
export interface DemoAtStart {
  /** whether the churches were created now */
  isCreated: boolean;
  /** the problem with EventStoreDB, if the creation waits for it */
  trouble?: string;
  /**
   * resolves when the waiting creation is done; rejects if the program stops, and for other errors
   */
  later?: Promise<void>;
}

/**
 * Creates the demo churches (see `seedDemo`). If EventStoreDB does not answer, the program starts
 * without them, and they are created as soon as it answers.
 */
export async function demoAtStart(
  app: INestApplicationContext,
  db: Database,
  stopping: AbortSignal,
  demoChurches = churches,
): Promise<DemoAtStart> {
  const first = await trySeeding(app, db, demoChurches);
  if (typeof first !== 'string') return { isCreated: first };
  return { isCreated: false, trouble: first, later: seedLater(app, db, stopping, demoChurches) };
}

async function seedLater(
  app: INestApplicationContext,
  db: Database,
  stopping: AbortSignal,
  demoChurches: DemoChurch[],
): Promise<void> {
  do await sleep(retryInterval, undefined, { signal: stopping });
  while (typeof (await trySeeding(app, db, demoChurches)) === 'string');
}

/** Returns the result of `seedDemo`, or a text that describes the problem with EventStoreDB. */
async function trySeeding(
  app: INestApplicationContext,
  db: Database,
  demoChurches: DemoChurch[],
): Promise<boolean | string> {
  try {
    return await seedDemo(app, db, demoChurches);
  } catch (error) {
    const trouble = isDatabaseUnreachable(error) ? null : describeTrouble(error);
    if (trouble === null) throw error;
    return trouble;
  }
}

/**
 * Creates the demo churches in an empty database, by the same commands as the routes. Each church
 * is created in one transaction with PostgreSQL's event store, and then moved to the configured
 * event store. The account of the super administrator is created last, and shows that everything is
 * done. If interrupted, the next call continues, even if other churches have registered meanwhile.
 * @returns whether anything was created
 * @throws StoreUnavailable if a church could not be moved
 */
export async function seedDemo(
  app: INestApplicationContext,
  db: Database,
  demoChurches = churches,
): Promise<boolean> {
  const slugs = (await listChurches(db)).map(({ slug }) => slug);
  const admins = demoChurches.map(({ slug }) => `admin@${slug}.test`);
  const existingEmails = await db.platform((tx) => emailsWithAccount(tx, [owner, ...admins]));
  const isDone = existingEmails.includes(owner);
  const isBegun = admins.some((email) => existingEmails.includes(email));
  if (isDone || (slugs.length > 0 && !isBegun)) return false;
  const store = app.get<RoutedStore>(EVENT_STORE, { strict: false });
  const before = store.defaultStore === 'postgres' ? null : await store.stores.eventstoredb!.head();
  for (const church of demoChurches)
    if (!slugs.includes(church.slug)) await seedChurch(app, db, church);
  // A church that existed before may have been copied in part, at any time.
  if (store.defaultStore !== 'postgres')
    await moveChurches(app, db, store, (slug) => (slugs.includes(slug) ? null : before));
  await db.platform((tx) =>
    createAccount(tx, { email: owner, password, isSuperAdmin: true, madeByOperator: true }),
  );
  return true;
}

/**
 * @param since returns a position in EventStoreDB before which it has no events of the church; null
 * if none is known
 */
async function moveChurches(
  app: INestApplicationContext,
  db: Database,
  store: RoutedStore,
  since: (slug: string) => Position | null,
): Promise<void> {
  const projector = app.get<Projector<unknown>>(Projector, { strict: false });
  for (const { id, slug } of await listChurches(db))
    await moveChurch(db, store, projector, {
      organizationId: id,
      to: store.defaultStore,
      since: since(slug),
    });
}
