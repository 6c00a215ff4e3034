import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { copyDatabase, onlyOnce, type DatabaseCopy } from './postgres.js';

const template = 'template_demo';

/** A database of its own with the demo churches in it: they are made once in a run, and copied from then on. */
export async function demoDatabase(): Promise<DatabaseCopy> {
  await onlyOnce(template, seed);
  return copyDatabase(template);
}

/** Through the same commands as the program's own start; what that loads is loaded by the one file that makes it. */
async function seed({ appUrl }: DatabaseCopy): Promise<void> {
  const [{ Database }, { entities }, { createServer }, { readConfig }, { seedDemo }, { testLogger }] = await Promise.all([
    import('#libs/database'), import('../../src/database.js'), import('../../src/server.js'), import('../../src/config.js'), import('../../src/demo/index.js'), import('./log.js'),
  ]);
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'church-demo-'));
  const db = await Database.connect(appUrl, entities);
  const app = await createServer(readConfig({ DATA_DIR: directory }), db, testLogger());
  await app.init();
  await seedDemo(app, db);
  await app.close();
  await db.close();
  fs.rmSync(directory, { recursive: true, force: true });
}
