import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DonationSummary } from '#libs/contracts';
import { verifyChurch } from '../../../../src/giving/index.js';
import { give } from '../../../support/app.js';
import { numberSequence } from '../../../support/eventstoredb/scene.js';
import type { LogCopy } from '../../../support/eventstoredb/log.js';
import { settled, template, upload } from '../../../support/imports.js';
import { runCommand } from '../../../support/operator.js';
import {
  expectMismatchInLog,
  SecondStore,
  type GivingChurch,
} from '../../../support/event-store/second-store.js';
import { until } from '../../../support/until.js';

expectMismatchInLog();

let second: SecondStore;
let zion: GivingChurch;
let older: LogCopy;
let empty: LogCopy;
const rows = numberSequence(30).map((n) => `hannah@zion.test,${n + 1}.50,Cash,2025-07-04,,A note`);

beforeAll(async () => {
  const watchTimes = { interval: 100, copyInterval: Infinity };
  second = await SecondStore.start({ watchTimes, deadline: 10_000 });
  zion = await second.openChurch('zion');
  empty = second.double.log.copy();
  await give(zion.client, zion.donorId);
  older = second.double.log.copy();
  await give(zion.client, zion.donorId);
  const { id } = (await upload(zion.client, template(...rows))).body;
  await zion.client.post(`/api/admin/donation-imports/${id}/commit`);
  expect(await settled(zion.client, id)).toMatchObject({ status: 'committed' });
  await give(zion.client, zion.donorId);
});
afterAll(() => second.close());

const repair = (...args: string[]) =>
  runCommand(second, 'repair-books', '--church', 'zion', ...args);
const records = async () =>
  (await zion.client.get<DonationSummary>('/api/admin/donations/summary')).body.records;

/** Restores the server from a backup and starts it again. */
async function restore(copy: LogCopy): Promise<void> {
  await second.double.stop();
  second.double.log.restore(copy);
  await second.double.start();
  await until(async () => (await second.health()).startsWith('read-only: of one church'));
}

/** Restores the server from a backup that matches the database, and starts it again. */
async function restoreNewest(copy: LogCopy): Promise<void> {
  await second.double.stop();
  second.double.log.restore(copy);
  await second.double.start();
  await until(async () => (await second.health()) === 'ok');
}

/**
 * Returns what the server stores, without the values that differ each time the same event is
 * written.
 */
const stored = () =>
  second.double.log.events
    .filter(({ stream }) => stream.startsWith(zion.church))
    .map(({ stream, id, type, data }) => `${stream} ${id} ${type} ${String(data)}`)
    .sort();

describe('repair-books --trust postgres, if EventStoreDB has lost events', () => {
  it.each([
    ['some of them, because it was restored from an older copy', () => older, 1],
    ['all of them, because it was replaced by an empty server', () => empty, 0],
  ])('writes them again, and donations can be recorded: %s', async (_, copy, remainingCount) => {
    const before = stored();
    const recorded = await records();
    expect(before).toHaveLength(recorded + 1); // 1 for the marker of the import
    await restore(copy());
    expect(stored()).toHaveLength(remainingCount);
    const report = await repair();
    expect(report).toMatchObject({ code: 1 });
    expect(report.output).toContain('In the journal, but not stored:');
    expect(report.output).not.toContain('has no copy');
    const move = await runCommand(
      second,
      ...['migrate-events', '--to', 'postgres', '--church', 'zion'],
    );
    expect(move.output).toContain('Run repair-books first. Nothing was moved.');
    expect(move.code).toBe(1);

    const { code, output } = await repair('--trust', 'postgres');
    expect(output).toContain('The events that were not stored are in the event store again.');
    expect(output).toContain('verify: all is well');
    expect(code).toBe(0);
    expect(stored()).toEqual(before);

    // The church can record donations again, and each donation is shown once.
    await until(async () => (await second.health()) === 'ok');
    expect(await records()).toBe(recorded);
    await give(zion.client, zion.donorId);
    expect(await records()).toBe(recorded + 1);
    const rebuild = await runCommand(second, 'rebuild', '--church', 'zion');
    expect(rebuild.code).toBe(0);
    expect(await records()).toBe(recorded + 1);
    const { problems } = await verifyChurch(second.app.db, second.app.store, zion.church);
    expect(problems).toEqual([]);
  });

  it.each([
    ['is missing', `delete from event_copy where type = 'DonationImportCommitted'`],
    ['was changed', `update event_copy set data = replace(data, '"USD"', '"EUR"')`],
  ])('writes nothing if a copy %s', async (_, damage) => {
    const newest = second.double.log.copy();
    await second.app.database.asSuperuser(`create table kept as select * from event_copy`);
    await second.app.database.asSuperuser(damage);
    await restore(older);
    const before = stored();
    const { code, output } = await repair('--trust', 'postgres');
    expect(output).toContain('PostgreSQL has no copy of the events as they were recorded');
    expect(code).toBe(1);
    expect(stored()).toEqual(before);

    await second.app.database.asSuperuser(
      `delete from event_copy; insert into event_copy select * from kept; drop table kept`,
    );
    await restoreNewest(newest);
  });

  it('refuses an unknown value of --trust', async () => {
    expect((await repair('--trust', 'nobody')).code).toBe(2);
  });
});

describe('repair-books --trust eventstoredb', () => {
  it('copies the events that an earlier version did not copy', async () => {
    const events = stored().length;
    await second.app.database.asSuperuser('delete from event_copy');
    expect((await repair()).output).toContain(
      `PostgreSQL has no copy of ${events} events. --trust eventstoredb copies them.`,
    );
    const { code, output } = await repair('--trust', 'eventstoredb');
    expect(output).toContain('PostgreSQL now has a copy of each event.');
    expect(code).toBe(0);
    const [row] = await second.app.database.asSuperuser<{ count: number }>(
      'select count(*)::int as count from event_copy',
    );
    expect(row).toEqual({ count: events });
  });
});

describe('repair-books --trust postgres, if the journal lacks an event of the store', () => {
  it('does not change that event, and still runs verify', async () => {
    const newest = second.double.log.copy();
    const before = stored();
    await restore(older);
    second.storeAnotherDonation(zion.church);
    const { code, output } = await repair('--trust', 'postgres');
    expect(output).toContain('The events that were not stored are in the event store again.');
    expect(output).toContain(
      'The stored events that are not in the journal were left as they are. Add them with ' +
        '--trust eventstoredb.',
    );
    expect(output).toMatch(/^verify: /m);
    expect(code).toBe(1);
    expect(stored()).toEqual(expect.arrayContaining(before));
    expect(stored()).toHaveLength(before.length + 1);
    await restoreNewest(newest);
  });
});
