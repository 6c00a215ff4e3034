import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Database } from '#libs/database';
import { readConfig } from '../../src/ops/config.js';
import { entities } from '../../src/ops/database.js';
import { seedDemo } from '../../src/demo/index.js';
import { createServer } from '../../src/server/server.js';
import { testLogger } from './program/log.js';
import { cheapHash } from './passwords.js';
import { copyDatabase, onlyOnce, type DatabaseCopy } from './database/postgres.js';
import { demoPassword } from './program/program.js';

const template = 'template_demo';

/**
 * The folder with the files and keys of the demo, which exists as long as the server of the run.
 */
const keptFiles = () => path.join(path.dirname(process.env.TEST_COMPILE_CACHE!), 'demo-files');

/**
 * Creates a database with the demo churches, and copies their files and keys into a `DATA_DIR`. The
 * demo churches are created once in a run, and then copied.
 */
export async function demoDatabase(dataDirectory: string): Promise<DatabaseCopy> {
  await onlyOnce(template, seed);
  fs.cpSync(keptFiles(), dataDirectory, { recursive: true });
  return copyDatabase(template);
}

/** Creates the demo churches by the same commands as the start of the program. */
async function seed({ appUrl }: DatabaseCopy): Promise<void> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'church-demo-'));
  const db = await Database.connect(appUrl, entities);
  const app = await createServer(readConfig({ DATA_DIR: directory }), db, testLogger());
  await app.init();
  await seedDemo(app, db);
  await db.platform((tx) =>
    tx.sql('update account set password_hash = $1', [cheapHash(demoPassword)]),
  );
  await app.close();
  await db.close();
  for (const kept of ['files', 'message-keys'])
    fs.cpSync(path.join(directory, kept), path.join(keptFiles(), kept), { recursive: true });
  fs.rmSync(directory, { recursive: true, force: true });
}
