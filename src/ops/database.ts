import { installJobs } from '#libs/jobs';
import {
  AlreadyRunning,
  assertRoleIsBound,
  Database,
  findConnectionProblem,
  findRunning,
  migrate,
  startEmbedded,
  type SupervisionEvents,
} from '#libs/database';
import type { Config } from './config.js';
import {
  AnnouncementSchema,
  BrothersSchema,
  EventSchema,
  NuggetSchema,
  ResourceSchema,
  SermonSchema,
  StudySchema,
} from '../content/index.js';
import { convertFundraisers, convertKeys } from '../giving/index.js';
import { AppUserSchema, convertUserSearch } from '../identity/index.js';
import { migrations } from '../migrations/index.js';
import { ExternalTicketSchema, MessageSchema, TicketSchema } from '../support/index.js';
import { SiteImageSchema } from '../tenancy/index.js';

export interface OpenDatabase {
  db: Database;
  isEmbedded: boolean;
  close(): Promise<void>;
}

export const entities = [
  AppUserSchema,
  SiteImageSchema,
  ResourceSchema,
  SermonSchema,
  NuggetSchema,
  EventSchema,
  AnnouncementSchema,
  StudySchema,
  BrothersSchema,
  MessageSchema,
  TicketSchema,
  ExternalTicketSchema,
];

/**
 * Opens the database and migrates it. Uses the configured server, or starts the embedded one.
 * @param options.share whether to use the embedded server that a running application has started,
 * if there is one, without a migration; operator commands do so
 * @param options.supervision is called if the embedded server ends unexpectedly and is started
 * again
 * @throws Error if the configured server cannot be reached
 */
export async function openDatabase(
  config: Config,
  { share = false, supervision }: { share?: boolean; supervision?: SupervisionEvents } = {},
): Promise<OpenDatabase> {
  if (config.DATABASE_URL && config.DATABASE_OWNER_URL) {
    await assertConnects('DATABASE_OWNER_URL', config.DATABASE_OWNER_URL);
    await assertConnects('DATABASE_URL', config.DATABASE_URL);
    await migrate(config.DATABASE_OWNER_URL, config.DATABASE_URL, migrations);
    await installJobs(config.DATABASE_OWNER_URL, config.DATABASE_URL);
    return convertStoredData(await connect(config.DATABASE_URL, false, () => Promise.resolve()));
  }
  const running = share ? findRunning(config.DATA_DIR) : null;
  if (running) return connect(running.appUrl, true, () => Promise.resolve());
  const server = await startEmbedded({ dataDir: config.DATA_DIR, supervision });
  try {
    await migrate(server.ownerUrl, server.appUrl, migrations);
    await installJobs(server.ownerUrl, server.appUrl);
    return await convertStoredData(await connect(server.appUrl, true, () => server.stop()));
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/**
 * Converts values that migrations leave to the program, because the conversion takes longer than a
 * migration may hold a lock.
 */
async function convertStoredData(database: OpenDatabase): Promise<OpenDatabase> {
  try {
    await convertKeys(database.db);
    // Needs the converted keys, by which it compares titles.
    await convertFundraisers(database.db);
    await convertUserSearch(database.db);
    return database;
  } catch (error) {
    await database.db.close();
    throw error;
  }
}

/** @throws Error if no connection can be made with the address */
async function assertConnects(variable: string, address: string): Promise<void> {
  const problem = await findConnectionProblem(address);
  if (problem) throw new Error(`${variable}: ${problem}`);
}

async function connect(
  url: string,
  isEmbedded: boolean,
  stop: () => Promise<void>,
): Promise<OpenDatabase> {
  const db = await Database.connect(url, entities, 20);
  await assertRoleIsBound(db);
  return {
    db,
    isEmbedded,
    close: async () => {
      await db.close();
      await stop();
    },
  };
}

export { AlreadyRunning };
