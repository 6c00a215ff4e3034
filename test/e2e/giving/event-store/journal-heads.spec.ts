import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import path from 'node:path';
import { keptHeads, verifyChurch } from '../../../../src/giving/index.js';
import { give, startApp, type Client, type TestApp } from '../../../support/app.js';
import { expectInLog } from '../../../support/program/log.js';
import { cli } from '../../../support/program/program.js';
import { until } from '../../../support/until.js';

expectInLog(/"message":"the journal head outside the database is newer than the database; /);

let app: TestApp;
let church: string;
let office: Client;
let donorId: string;
beforeAll(async () => {
  app = await startApp();
  church = await app.church('zion');
  await app.person(church, { email: 'office@zion.test', role: 'secretary' });
  await app.person(church, { email: 'admin@zion.test', role: 'admin' });
  donorId = (await app.person(church, { email: 'hannah@zion.test', signsIn: false })).id;
  office = app.as('office@zion.test');
});
afterAll(() => app.close());

const keptNumber = () => keptHeads(app.config.DATA_DIR)[church]?.number;
const verified = () =>
  verifyChurch(app.db, app.store, church, keptHeads(app.config.DATA_DIR)[church]);

/** Leaves the head that a newer database had, as after the restore of an older copy of the database. */
function keepNewerHead(number: number): void {
  const file = path.join(app.config.DATA_DIR, 'journal-heads.json');
  const head = { number: String(number), hash: 'ab'.repeat(32) };
  fs.writeFileSync(file, JSON.stringify({ [church]: head }));
}

const runCli = (...args: string[]) =>
  cli(app.config.DATA_DIR, args, {
    DATABASE_URL: app.database.appUrl,
    DATABASE_OWNER_URL: app.database.ownerUrl,
  });

describe('the journal head outside the database', () => {
  it('is written soon after a donation was recorded', async () => {
    await give(office, donorId);
    await until(() => keptNumber() === '1', 'the head of the journal was not written');
  });

  it('that is newer than the database is a problem for verify, with the difference', async () => {
    keepNewerHead(5);
    expect((await verified()).problems).toEqual([
      'The journal head outside the database is 4 entries newer than the database (5 against 1): ' +
        'an older copy of the database was restored, or its end was cut off. ' +
        'If it was restored on purpose, run accept-restore.',
    ]);
  });

  it('is not replaced by an older one when a donation is recorded', async () => {
    await give(office, donorId);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(keptNumber()).toBe('5');
  });
});

describe('accept-restore', () => {
  it('records the gap with who accepted it, and verify finds no problem afterwards', async () => {
    const accepted = runCli('accept-restore', '--church', 'zion', '--by', 'the treasurer');
    expect(accepted.stdout).toContain(
      'accepted by the treasurer: the journal ended at 5 and ends at 2 now',
    );
    expect(accepted.status).toBe(0);
    expect(keptNumber()).toBe('2');
    expect((await verified()).problems).toEqual([]);

    const audit = await app.as('admin@zion.test').get('/api/admin/audit');
    expect(audit.text).toContain('restore-accepted');
    expect(audit.text).toContain('the treasurer');
  });

  it('has nothing to accept when the database is as new as the head', () => {
    const { stdout, status } = runCli('accept-restore', '--church', 'zion');
    expect(stdout).toContain('nothing to accept');
    expect(status).toBe(0);
  });
});
