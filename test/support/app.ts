import 'reflect-metadata';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CommandBus, type Command } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { v7 as newId } from 'uuid';
import type { Role } from '#libs/contracts';
import { Database } from '#libs/database';
import type { RoutedStore } from '#libs/event-sourcing';
import { readConfig, type Config } from '../../src/ops/config.js';
import { AddUser } from '../../src/identity/index.js';
import { entities } from '../../src/ops/database.js';
import { EVENT_STORE } from '../../src/giving/event-store.js';
import { createServer } from '../../src/server/server.js';
import { CreateChurch } from '../../src/tenancy/index.js';
import { clientOf, password, signIn, type Client } from './client.js';
import { testDatabase, type TestDatabase } from './database/database.js';
import { EventStoreDbDouble } from './eventstoredb/server.js';
import { checkLog, testLogger } from './program/log.js';
import { cheapHash } from './passwords.js';
import { freePort } from './program/program.js';

export {
  clientOf,
  everyPage,
  nextOf,
  password,
  signIn,
  under,
  type Answer,
  type Client,
} from './client.js';
export { give, giveAsGuest } from './donations.js';

export interface TestPerson {
  id: string;
  email: string;
  organizationId: string;
}

export interface PersonOptions {
  email: string;
  role?: Role;
  isApproved?: boolean;
  isSuspended?: boolean;
  firstName?: string;
  lastName?: string;
  /** false: a user whom staff added, who has no account */
  signsIn?: boolean;
}

const passwordHash = cheapHash(password);
export const metricsToken = 'of the tests alone';
export const sessionSecret = 'of the tests alone, too';

export interface TestApp {
  app: NestFastifyApplication;
  config: Config;
  database: TestDatabase;
  db: TestDatabase['db'];
  store: RoutedStore;
  url: string;
  /** Returns a client of the user with this email address, who signs in with the first request. */
  as(email: string): Client;
  /** a client that is not signed in */
  visitor: Client;
  /** Signs in, if necessary, and returns the `Cookie` header of the user. */
  cookieOf(email: string): Promise<string>;
  church(slug: string, options?: { name?: string; timeZone?: string }): Promise<string>;
  person(organizationId: string, options: PersonOptions): Promise<TestPerson>;
  superAdmin(email: string): Promise<void>;
  run<Result>(command: Command<Result>): Promise<Result>;
  /** Counts the events of a church, which a refused request must not change. */
  events(organizationId: string): Promise<number>;
  close(): Promise<void>;
}

/**
 * Starts the application in this process, on a free port, with a copy of the migrated database.
 * `shownWithin` is the time in milliseconds that an append to EventStoreDB waits until it is shown;
 * the program's half a second is too short for a busy machine. `close` throws if the log contains a
 * warning that the tests of the file do not expect (`expectInLog`).
 */
export async function startApp({
  env = {},
  poolSize = 10,
  patience = 5_000,
  shownWithin = 10_000,
  bodyPatience = 30_000,
  bodyTime = 120_000,
  logger = testLogger(),
} = {}): Promise<TestApp> {
  const database = await testDatabase(poolSize, patience);
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'church-app-'));
  const second = await secondStore();
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    SESSION_SECRET: sessionSecret,
    METRICS_TOKEN: metricsToken,
    ...second?.env,
    ...env,
  });
  const app = await createServer(config, database.db, logger, {
    patience: bodyPatience,
    time: bodyTime,
  });
  await app.listen(0, '127.0.0.1');
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  const commands = app.get(CommandBus, { strict: false });
  const store = app.get<RoutedStore>(EVENT_STORE, { strict: false });
  if (store.stores.eventstoredb)
    Object.assign(store.stores.eventstoredb, { publishTimeout: shownWithin });
  const cookies = new Map<string, Promise<string>>();

  const visitor = clientOf(url, () => Promise.resolve(undefined));
  const cookieOf = (email: string) => {
    const cookie = cookies.get(email) ?? signIn(visitor, email);
    cookies.set(email, cookie);
    return cookie;
  };

  // The modules of a test file stay in memory as long as its worker. `close` therefore removes the
  // references to the application.
  const references: AppReferences = { app, database, commands, store };
  const testApp: TestApp = {
    app,
    config,
    database,
    db: database.db,
    url,
    visitor,
    cookieOf,
    as: (email) => clientOf(url, () => cookieOf(email)),
    church: (slug, { name = `Church ${slug}`, timeZone = 'America/New_York' } = {}) =>
      references.commands.execute(new CreateChurch({ name, slug, timeZone, memberLimit: 1000 })),
    async person(
      organizationId,
      { email, role = 'member', isApproved = true, isSuspended = false, signsIn = true, ...names },
    ) {
      const accountId = signsIn
        ? await makeAccount(references.database, email.toLowerCase())
        : null;
      const [first = 'Some', last = 'Body'] = email.split(/[@.]/);
      const { id } = await references.commands.execute(
        new AddUser(organizationId, {
          email,
          firstName: names.firstName ?? first,
          lastName: names.lastName ?? last,
          role,
          isApproved,
          isSuspended,
          accountId,
        }),
      );
      return { id, email, organizationId };
    },
    superAdmin: (email) => makeAccount(references.database, email, true).then(() => undefined),
    run: (command) => references.commands.execute(command),
    store,
    events: (organizationId) => countEvents(references.store, organizationId),
    async close() {
      await references.app.close();
      await second?.stop();
      await references.database.close();
      fs.rmSync(dataDir, { recursive: true, force: true });
      for (const held of [references, testApp, database])
        Object.assign(held, {
          app: undefined,
          db: undefined,
          commands: undefined,
          store: undefined,
        });
      checkLog();
    },
  };
  return testApp;
}

interface AppReferences {
  app: NestFastifyApplication;
  database: TestDatabase;
  commands: CommandBus;
  store: RoutedStore;
}

/**
 * Starts the application on an existing database, like `npm start`, but in this process, where its
 * code is already loaded. A process for each file of browser tests took twice the processor time.
 * `close` checks the log like that of `startApp`.
 */
export async function listen(
  env: Record<string, string>,
  databaseUrl: string,
): Promise<{ url: string; close(): Promise<void> }> {
  // A machine that is busy with browsers may take long to connect.
  const db = await Database.connect(databaseUrl, entities, 20, 60_000);
  const port = await freePort(); // The links in emails contain the port.
  const app = await createServer(
    readConfig({ LOG_LEVEL: 'silent', ...env, PORT: String(port) }),
    db,
    testLogger(),
  );
  const its: Partial<Pick<AppReferences, 'app'> & { db: Database }> = { app, db };
  const close = async () => {
    await its.app?.close();
    await its.db?.close();
    Object.assign(its, { app: undefined, db: undefined }); // see `startApp`
  };
  try {
    await app.listen(port, '127.0.0.1');
  } catch (error) {
    await close();
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      return listen(env, databaseUrl); // Another process has taken the port.
    throw error;
  }
  return { url: `http://localhost:${port}`, close: () => close().then(checkLog) };
}

/** Creates an account with a confirmed address and the password of all test users. */
async function makeAccount(
  { db }: TestDatabase,
  email: string,
  isSuperAdmin = false,
): Promise<string> {
  const id = newId();
  await db.platform((tx) =>
    tx.sql(
      'insert into account (id, email, password_hash, email_verified_at, is_super_admin) ' +
        'values ($1, $2, $3, now(), $4)',
      [id, email, passwordHash, isSuperAdmin],
    ),
  );
  return id;
}

async function countEvents(store: RoutedStore, organizationId: string): Promise<number> {
  let count = 0;
  for await (const batch of store.tail(organizationId, null)) count += batch.length;
  return count;
}

/**
 * Returns the event store for TEST_EVENT_STORE=eventstoredb: the server of EVENTSTORE_TEST_URL, or
 * the test double.
 */
async function secondStore(): Promise<{
  env: Record<string, string>;
  stop(): Promise<void>;
} | null> {
  if (process.env.TEST_EVENT_STORE !== 'eventstoredb') return null;
  const env = (url: string) => ({ EVENT_STORE: 'eventstoredb', EVENTSTORE_URL: url });
  if (process.env.EVENTSTORE_TEST_URL)
    return { env: env(process.env.EVENTSTORE_TEST_URL), stop: () => Promise.resolve() };
  const double = await EventStoreDbDouble.start();
  return { env: env(double.patientUrl), stop: () => double.stop() };
}
