import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DonationSummary } from '#libs/contracts';
import { lockChurchPatiently } from '#libs/event-sourcing';
import { verifyChurch } from '../../../../src/giving/index.js';
import { give } from '../../../support/app.js';
import { numberSequence } from '../../../support/eventstoredb/scene.js';
import { settled, template, upload } from '../../../support/imports.js';
import { expectInLog } from '../../../support/program/log.js';
import { SecondStore } from '../../../support/event-store/second-store.js';
import { until } from '../../../support/until.js';

expectInLog(
  /"message":"the event store"/,
  /"message":"giving is not followed: /,
  /"message":"giving has stopped: an import is stored, but it is not in the ledger"/,
  /"message":"the journal of a church has a gap"/,
  /"message":"an import failed".*"type":"NotYetPublished"/,
);

let second: SecondStore;

/** Runs `work` while another connection locks a church, as a long repair does. */
const whileLocked = (church: string, work: () => Promise<void>): Promise<void> =>
  second.app.db.separate(church, async (tx) => {
    await lockChurchPatiently(tx, church);
    await work();
  });

beforeAll(async () => {
  second = await SecondStore.start({
    watchTimes: { interval: 100, importDelay: 1_500 },
    shownWithin: 2_000,
  });
});
afterAll(() => second.close());

/** Makes the follower continue after all stored events, as if it had processed them. */
const skipEverythingStored = () =>
  second.setSavedPosition(String(second.double.log.events.at(-1)!.position));

// This must be the first test of the file, so that the events of the church are the first ones of
// the store.
describe('a lost import that is found while the follower reads from the beginning', () => {
  it('does not make the follower skip the events before the import', async () => {
    const bethel = await second.openChurch('bethel');
    const gilead = await second.openChurch('gilead');
    const { church, client: staff } = bethel;
    const rows = numberSequence(30).map((n) => `hannah@bethel.test,${n + 1}.50,Cash,2025-07-04,,`);
    const { id } = (await upload(staff, template(...rows))).body;
    await second.stopFollowing();
    // The two churches give in turns, because the follower processes successive events of one
    // church together.
    for (const { client, donorId } of [bethel, gilead, bethel, gilead, bethel]) {
      const gift = { userId: donorId, amount: '12.00', paymentMethod: 'Cash' };
      await client.post('/api/admin/donations', gift);
    }
    await staff.post(`/api/admin/donation-imports/${id}/commit`);
    const stream = `${church}.import-${id}`;
    await until(() => second.double.log.stream(stream)?.length === rows.length + 1);

    // The first donation waits for this lock, and all later events of the church wait for the
    // donation.
    await second.setSavedPosition('null');
    await whileLocked(church, async () => {
      second.letFollow();
      await sleep(4_000); // longer than `importDelay`
    });
    await until(async () => (await second.health()).startsWith('stopped: import'));
    await until(async () => (await second.health()) === 'ok');
    expect(await settled(staff, id)).toMatchObject({ status: 'committed' });
    const { body } = await staff.get<DonationSummary>('/api/admin/donations/summary');
    expect(body.records).toBe(rows.length + 3);
    expect((await verifyChurch(second.app.db, second.app.store, church)).problems).toEqual([]);
  });
});

describe('an import that is stored but missing in the ledger', () => {
  it.each([
    ['when nothing was recorded after it', false],
    ['when a donation was recorded after it', true],
  ])('is reported, read again and committed %s', async (_, givesAfterwards) => {
    const slug = givesAfterwards ? 'hope' : 'grace';
    const { church, client: staff, donorId } = await second.openChurch(slug);
    await give(staff, donorId);
    const rows = numberSequence(30).map((n) => `hannah@${slug}.test,${n + 1}.50,Cash,2025-07-04,,`);
    const { id } = (await upload(staff, template(...rows))).body;

    await second.stopFollowing();
    await staff.post(`/api/admin/donation-imports/${id}/commit`);
    const stream = `${church}.import-${id}`;
    await until(() => second.double.log.stream(stream)?.length === rows.length + 1);
    await skipEverythingStored();
    second.letFollow();
    if (givesAfterwards) await give(staff, donorId);

    await until(async () => (await second.health()).startsWith('stopped: import'));
    expect(await settled(staff, id)).toMatchObject({ status: 'committed' });
    await until(async () => (await second.health()) === 'ok');
    const { body } = await staff.get<DonationSummary>('/api/admin/donations/summary');
    expect(body.records).toBe(rows.length + (givesAfterwards ? 2 : 1));
    expect((await verifyChurch(second.app.db, second.app.store, church)).problems).toEqual([]);
  });
});

describe('a number that is missing in a journal', () => {
  it('is reported when the follower starts', async () => {
    const { church, client, donorId } = await second.openChurch('salem');
    for (let n = 0; n < 3; n++) await give(client, donorId);
    await second.deleteJournalEntry(church, 2);

    await second.stopFollowing();
    await skipEverythingStored();
    second.letFollow();
    await until(
      async () =>
        (await second.health()) === 'stopped: the journal of a church has no entry 2; run verify',
    );
  });
});
