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

/** The files of the demo and its keys, for as long as the run's server lasts. */
const keptFiles = () => path.join(path.dirname(process.env.TEST_COMPILE_CACHE!), 'demo-files');

/**
 * A database of its own with the demo churches in it, and their files and keys in a `DATA_DIR`:
 * they are made once in a run, and copied from then on.
 */
export async function demoDatabase(dataDirectory: string): Promise<DatabaseCopy> {
  await onlyOnce(template, seed);
  fs.cpSync(keptFiles(), dataDirectory, { recursive: true });
  return copyDatabase(template);
}

/** Through the same commands as the program's own start. */
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
