import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DonationSummary } from '#libs/contracts';
import { readStoredHeads, verifyChurch } from '../../../../src/giving/index.js';
import { give } from '../../../support/app.js';
import type { LogCopy } from '../../../support/eventstoredb/log.js';
import { template, upload } from '../../../support/imports.js';
import { expectInLog } from '../../../support/program/log.js';
import {
  expectMismatchInLog,
  SecondStore,
  type GivingChurch,
} from '../../../support/event-store/second-store.js';
import { until } from '../../../support/until.js';

expectMismatchInLog();
expectInLog(/"message":"an import failed".*"type":"(NotYetPublished|StoreMismatch)"/);

let second: SecondStore;

beforeAll(async () => {
  second = await SecondStore.start({ watchTimes: { interval: 100 } });
});
afterAll(() => second.close());

/** Waits until `/health` reports a number of churches that do not match the event store. */
const waitForMismatches = (count: number) => until(async () => (await countMismatches()) === count);

/**
 * Returns the number of churches that do not match the event store according to `/health`, or null
 * if it reports something else.
 */
async function countMismatches(): Promise<number | null> {
  const health = await second.health();
  if (health === 'ok') return 0;
  const count = /^read-only: of (\w+) church/.exec(health)?.[1];
  if (count === undefined) return null;
  return count === 'one' ? 1 : Number(count);
}

/**
 * Waits until the number of churches that do not match the event store is known to `/health`, and
 * returns it.
 */
async function waitForMismatchCount(): Promise<number> {
  const mismatches = await until(async () => {
    const count = await countMismatches();
    return count !== null && { count };
  });
  return mismatches.count;
}

const recorded = async ({ client }: GivingChurch) =>
  (await client.get<DonationSummary>('/api/admin/donations/summary')).body.records;
const tryToGive = ({ client, donorId }: GivingChurch) =>
  client.post<{ message: string }>('/api/admin/donations', {
    userId: donorId,
    amount: '12.00',
    paymentMethod: 'Cash',
  });

/** Restores the server from a backup and starts it again. */
async function restore(copy: LogCopy): Promise<void> {
  await second.double.stop();
  second.double.log.restore(copy);
  await second.double.start();
}

describe('an event store that was restored from an older copy than the database', () => {
  it('causes refusals only for the church whose events it lost', async () => {
    const zion = await second.openChurch('zion');
    const hope = await second.openChurch('hope');
    await give(hope.client, hope.donorId);
    for (let n = 0; n < 3; n++) await give(zion.client, zion.donorId);
    const older = second.double.log.copy();
    for (let n = 0; n < 2; n++) await give(zion.client, zion.donorId);
    const newest = second.double.log.copy();
    await restore(older);

    // Donations of the church whose events were lost are refused with the reason.
    await waitForMismatches(1);
    const stored = second.double.log.events.length;
    const { status, body } = await tryToGive(zion);
    expect(status).toBe(503);
    expect(body.message).toContain('its records and its event store do not match');
    expect(body.message).not.toContain('read-only'); // means an unpaid church
    expect(second.double.log.events.length).toBe(stored);
    expect(await recorded(zion)).toBe(5);

    // The commit of an import waits, and records nothing, while the church has a mismatch.
    const row = 'hannah@zion.test,41.50,Cash,2025-07-04,,';
    const { id } = (await upload(zion.client, template(row))).body;
    await zion.client.post(`/api/admin/donation-imports/${id}/commit`);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const waitingImport = await zion.client.get<{ status: string }>(
      `/api/admin/donation-imports/${id}`,
    );
    expect(waitingImport.body.status).toBe('committing');
    expect(await recorded(zion)).toBe(5);

    // Donations of a church whose events are complete are recorded and shown.
    for (let n = 0; n < 3; n++) await give(hope.client, hope.donorId);
    expect(await recorded(hope)).toBe(4);
    expect((await verifyChurch(second.app.db, second.app.store, hope.church)).problems).toEqual([]);

    // After the restore of the newest copy, donations are recorded again.
    const eventsOfHope = second.double.log
      .copy()
      .events.filter(({ stream }) => stream.startsWith(hope.church));
    expect(eventsOfHope).toHaveLength(4);
    await restore(newest);
    await until(async () => {
      const answer = await tryToGive(zion);
      return answer.status === 201;
    });
    await until(async () => (await recorded(zion)) === 7); // This includes the import that waited.
    expect((await verifyChurch(second.app.db, second.app.store, zion.church)).problems).toEqual([]);
    await waitForMismatches(1); // Hope has now lost three donations.
  });
});

describe('a church that matches the event store again', () => {
  it('gets the donations that were stored while it did not match', async () => {
    const mismatchesBefore = await waitForMismatchCount();
    const salem = await second.openChurch('salem');
    const bethel = await second.openChurch('bethel');
    await give(salem.client, salem.donorId);
    await until(() => readStoredHeads(second.app.config.DATA_DIR)[salem.church] !== undefined);
    await setNewestHash(salem, 'sha256(hash)');
    second.double.cut();
    await waitForMismatches(mismatchesBefore + 1);

    second.storeAnotherDonation(salem.church);
    // Donations of another church are stored and published after it, until the follower saves its
    // position.
    for (let n = 0; n < 3; n++) {
      await give(bethel.client, bethel.donorId);
      await new Promise((resolve) => setTimeout(resolve, 600));
    }
    expect(await recorded(salem)).toBe(1);

    await setNewestHash(salem, 'kept_hash');
    await until(async () => (await recorded(salem)) === 2);
    expect((await verifyChurch(second.app.db, second.app.store, salem.church)).problems).toEqual(
      [],
    );
  });

  /**
   * Changes the newest hash of a church's journal, or restores it, so that the church stops or
   * starts to match the event store.
   */
  async function setNewestHash({ church }: GivingChurch, value: string): Promise<void> {
    await second.app.database.asSuperuser(`
      alter table journal add column if not exists kept_hash bytea;
      alter table journal disable trigger journal_append_only;
      update journal set kept_hash = hash where kept_hash is null;
      update journal set hash = ${value} where organization_id = '${church}';
      alter table journal enable trigger journal_append_only;`);
  }
});

describe('an empty event store at the address of the old one', () => {
  it('makes giving of every church read-only', async () => {
    const mismatchesBefore = await waitForMismatchCount();
    const givingChurches = [
      await second.openChurch('corinth'),
      await second.openChurch('philippi'),
    ];
    for (const { client, donorId } of givingChurches) await give(client, donorId);
    const churches = await second.app.database.asSuperuser(
      'select distinct organization_id from journal',
    );
    const newest = second.double.log.copy();
    await restore({ events: [], end: 0n });
    await waitForMismatches(churches.length);
    for (const staff of givingChurches) expect((await tryToGive(staff)).status).toBe(503);
    expect(second.double.log.events).toEqual([]);

    await restore(newest);
    await waitForMismatches(mismatchesBefore);
  });
});
