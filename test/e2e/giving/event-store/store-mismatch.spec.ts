import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DonationSummary } from '#libs/contracts';
import { verifyChurch } from '../../../../src/giving/index.js';
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

/** Waits until that many churches do not match the event store, as `/health` says. */
const waitForMismatches = (count: number) => until(async () => (await countMismatches()) === count);

/**
 * How many churches do not match the event store, as `/health` says; null while it says something
 * else.
 */
async function countMismatches(): Promise<number | null> {
  const health = await second.health();
  if (health === 'ok') return 0;
  const count = /^read-only: of (\w+) church/.exec(health)?.[1];
  if (count === undefined) return null;
  return count === 'one' ? 1 : Number(count);
}

/** How many churches do not match the event store, as soon as `/health` says it. */
async function knownMismatches(): Promise<number> {
  const found = await until(async () => {
    const count = await countMismatches();
    return count !== null && { count };
  });
  return found.count;
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
  it('refuses only donations of the church whose events it lost', async () => {
    const zion = await second.openChurch('zion');
    const hope = await second.openChurch('hope');
    await give(hope.client, hope.donorId);
    for (let n = 0; n < 3; n++) await give(zion.client, zion.donorId);
    const older = second.double.log.copy();
    for (let n = 0; n < 2; n++) await give(zion.client, zion.donorId);
    const newest = second.double.log.copy();
    await restore(older);

    // it refuses to record for the church whose donations it lost, and says so
    await waitForMismatches(1);
    const stored = second.double.log.events.length;
    const { status, body } = await tryToGive(zion);
    expect(status).toBe(503);
    expect(body.message).toContain('its records and its event store do not match');
    expect(body.message).not.toContain('read-only'); // which a church is that owes a payment
    expect(second.double.log.events.length).toBe(stored);
    expect(await recorded(zion)).toBe(5);

    // it commits no import of that church
    const row = 'hannah@zion.test,41.50,Cash,2025-07-04,,';
    const { id } = (await upload(zion.client, template(row))).body;
    await zion.client.post(`/api/admin/donation-imports/${id}/commit`);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const waiting = await zion.client.get<{ status: string }>(`/api/admin/donation-imports/${id}`);
    expect(waiting.body.status).toBe('committing');
    expect(await recorded(zion)).toBe(5);

    // it records and shows the donations of a church that lost nothing
    for (let n = 0; n < 3; n++) await give(hope.client, hope.donorId);
    expect(await recorded(hope)).toBe(4);
    expect((await verifyChurch(second.app.db, second.app.store, hope.church)).problems).toEqual([]);

    // it records again when the newest copy is restored
    const ofHope = second.double.log
      .copy()
      .events.filter(({ stream }) => stream.startsWith(hope.church));
    expect(ofHope).toHaveLength(4);
    await restore(newest);
    await until(async () => {
      const answer = await tryToGive(zion);
      return answer.status === 201;
    });
    await until(async () => (await recorded(zion)) === 7); // with the import that waited
    expect((await verifyChurch(second.app.db, second.app.store, zion.church)).problems).toEqual([]);
    await waitForMismatches(1); // hope has lost three donations now
  });
});

describe('a church that matches the event store again', () => {
  it('gets the donations that were stored while it did not match', async () => {
    const others = await knownMismatches();
    const salem = await second.openChurch('salem');
    const bethel = await second.openChurch('bethel');
    await give(salem.client, salem.donorId);
    await setNewestHash(salem, 'sha256(hash)');
    second.double.cut();
    await waitForMismatches(others + 1);

    second.storeAnotherDonation(salem.church);
    // donations of another church are stored after it and published, for so long that the follower
    // saves its position
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
   * Changes the newest hash of a church's journal, or puts it back, so that the church stops or
   * starts to match.
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
    const others = await knownMismatches();
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
    await waitForMismatches(others);
  });
});
