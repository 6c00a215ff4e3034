import fs from 'node:fs';
import path from 'node:path';
import { startApp, type Client, type TestApp } from '../app.js';
import { S3Double } from '../doubles/s3.js';

/** The places in which the program can store files. */
export const fileStores = ['the disk', 'S3'] as const;

/** A church whose files are on the disk or in S3, and another church. */
export interface FileChurch {
  app: TestApp;
  /** the id of the church */
  grace: string;
  admin: Client;
  member: Client;
  /** an admin of the other church */
  other: Client;
  /** Lists the names of all files and unfinished uploads of the program. */
  listStoredFiles(): string[];
  close(): Promise<void>;
}

/** Starts the program with a store of files, and users who upload and read them. */
export async function startFileChurch(place: (typeof fileStores)[number]): Promise<FileChurch> {
  const s3 = place === 'S3' ? await S3Double.start() : null;
  const app = await startApp({ env: s3?.env ?? {} });
  const grace = await app.church('grace');
  for (const role of ['admin', 'pastor', 'member'] as const)
    await app.person(grace, { email: `${role}@grace.test`, role });
  await app.person(await app.church('hope'), { email: 'admin@hope.test', role: 'admin' });
  return {
    app,
    grace,
    admin: app.as('admin@grace.test'),
    member: app.as('member@grace.test'),
    other: app.as('admin@hope.test'),
    listStoredFiles() {
      const names = s3
        ? [...s3.objects.keys(), ...s3.uploads.keys()]
        : fs.readdirSync(path.join(app.config.DATA_DIR, 'files'));
      return names.sort();
    },
    async close() {
      await app.close();
      await s3?.away();
    },
  };
}

/** Returns the form of a sermon whose recording is an upload. */
export const sermonWithFile = (uploadId: string | null, more: object = {}) => ({
  title: 'The vine',
  description: 'On staying where one grows.',
  uploadId,
  ...more,
});
