import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import path from 'node:path';
import { readStoredHeads, verifyChurch } from '../../../../src/giving/index.js';
import { HeadKeeper } from '../../../../src/giving/journal/head-keeper.js';
import { give, startApp, type Client, type TestApp } from '../../../support/app.js';
import { expectInLog } from '../../../support/program/log.js';
import { cli } from '../../../support/program/program.js';
import { until } from '../../../support/until.js';

expectInLog(/"message":"the journal does not contain the head that is stored outside /);

let app: TestApp;
let slug: string;
let church: string;
let staff: Client;
let donorId: string;
let serial = 0;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
/** A new church for each test. */
beforeEach(async () => {
  slug = `zion-${++serial}`;
  church = await app.church(slug);
  await app.person(church, { email: `office@${slug}.test`, role: 'secretary' });
  donorId = (await app.person(church, { email: `hannah@${slug}.test`, signsIn: false })).id;
  staff = app.as(`office@${slug}.test`);
});

const keptNumber = () => readStoredHeads(app.config.DATA_DIR)[church]?.number;
const verified = () =>
  verifyChurch(app.db, app.store, church, readStoredHeads(app.config.DATA_DIR)[church]);

/** Records donations, and waits until the head of the journal is written. */
async function giveAndKeepHead(donations: number): Promise<void> {
  for (let n = 0; n < donations; n++) await give(staff, donorId);
  await app.app.get(HeadKeeper, { strict: false }).write();
  await until(() => keptNumber() === String(donations), 'the head of the journal was not written');
}

/**
 * Writes a head that the journal does not contain, as after the restore of an older copy of the
 * database.
 */
function keepOtherHead(number: number): void {
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
    await give(staff, donorId);
    await until(() => keptNumber() === '1', 'the head of the journal was not written');
  });

  it('is reported by verify with the difference if it is newer than the database', async () => {
    await giveAndKeepHead(1);
    keepOtherHead(5);
    expect((await verified()).problems).toEqual([
      'The journal head outside the database is 4 entries newer than the database (5 against 1): ' +
        'an older copy of the database was restored, or its end was cut off. ' +
        'If it was restored on purpose, run accept-restore.',
    ]);
  });

  it('is not replaced by an older one when a donation is recorded', async () => {
    await giveAndKeepHead(1);
    keepOtherHead(5);
    await give(staff, donorId);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(keptNumber()).toBe('5');
  });
});

describe('a journal that has grown again after the restore of an older copy', () => {
  it('does not hide the loss: its head is stored only after it was accepted', async () => {
    // given
    await giveAndKeepHead(1);
    keepOtherHead(2);
    // when
    for (let n = 0; n < 2; n++) await give(staff, donorId);
    await app.app.get(HeadKeeper, { strict: false }).write();
    // then
    expect(keptNumber()).toBe('2');
    expect((await verified()).problems).toEqual([
      'The journal no longer has entry 2 as it was kept outside the database: it was cut or ' +
        'rewritten, or donations were recorded after an older copy was restored. ' +
        'If it was restored on purpose, run accept-restore.',
    ]);
    // when
    expect(runCli('accept-restore', '--church', slug).status).toBe(0);
    // then
    expect(keptNumber()).toBe('3');
    await give(staff, donorId);
    await app.app.get(HeadKeeper, { strict: false }).write();
    expect(keptNumber()).toBe('4');
    expect((await verified()).problems).toEqual([]);
  });
});

describe('accept-restore', () => {
  it('records the gap and who accepted it, and verify finds no problem afterwards', async () => {
    await app.person(church, { email: `admin@${slug}.test`, role: 'admin' });
    await giveAndKeepHead(2);
    keepOtherHead(5);
    const accepted = runCli('accept-restore', '--church', slug, '--by', 'the treasurer');
    expect(accepted.stdout).toContain(
      'accepted by the treasurer: the journal ended at 5 and ends at 2 now',
    );
    expect(accepted.status).toBe(0);
    expect(keptNumber()).toBe('2');
    expect((await verified()).problems).toEqual([]);

    const audit = await app.as(`admin@${slug}.test`).get('/api/admin/audit');
    expect(audit.text).toContain('restore-accepted');
    expect(audit.text).toContain('the treasurer');
  });

  it('has nothing to accept if the database is as new as the head', async () => {
    await giveAndKeepHead(2);
    const { stdout, status } = runCli('accept-restore', '--church', slug);
    expect(stdout).toContain('nothing to accept');
    expect(status).toBe(0);
  });
});
