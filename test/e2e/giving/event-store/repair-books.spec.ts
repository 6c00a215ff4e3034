import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Donation, DonationSummary } from '#libs/contracts';
import { verifyChurch } from '../../../../src/giving/index.js';
import { give, type Client } from '../../../support/app.js';
import { numberSequence } from '../../../support/eventstoredb/scene.js';
import { settled, template, upload } from '../../../support/imports.js';
import { expectInLog } from '../../../support/program/log.js';
import { runCommand } from '../../../support/operator.js';
import { SecondStore } from '../../../support/event-store/second-store.js';
import { until } from '../../../support/until.js';

expectInLog(
  /"message":"the event store"/,
  /"message":"giving is not followed: /,
  /"message":"an import failed".*"type":"(NotYetPublished|ImportIncomplete)"/,
);

let second: SecondStore;
let church: string;
let staff: Client;
const rows = numberSequence(30).map(
  (n) => `hannah@zion.test,${n + 1}.50,Cash,2025-07-04,,${n === 0 ? 'A note' : ''}`,
);

/**
 * Restores the state in which an earlier version left a lost import: all events and the marker are
 * stored, a later donation is in the journal, and the import is `committed` without its donations.
 */
async function loseAnImport(): Promise<void> {
  const { id } = (await upload(staff, template(...rows))).body;
  await second.stopFollowing();
  await staff.post(`/api/admin/donation-imports/${id}/commit`);
  await until(() => second.double.log.stream(`${church}.import-${id}`)?.length === rows.length + 1);
  await second.setSavedPosition(String(second.double.log.events.at(-1)!.position));
  await second.app.database.asSuperuser('delete from import_work; delete from giving_text');
  await until(async () => {
    await second.app.database.asSuperuser(
      `update donation_import
        set status = 'committed', committed_at = now(), revision = ${rows.length}
        where id = '${id}'`,
    );
    return (await settled(staff, id)).status === 'committed';
  });
  second.letFollow();
}

const cli = (...args: string[]) => runCommand(second, ...args);

beforeAll(async () => {
  second = await SecondStore.start({ watchTimes: { importDelay: Infinity }, shownWithin: 2_000 });
  const zion = await second.openChurch('zion');
  church = zion.church;
  staff = zion.client;
  await give(staff, zion.donorId);
  await loseAnImport();
  await give(staff, zion.donorId);
});
afterAll(() => second.close());

const recorded = async () =>
  (await staff.get<DonationSummary>('/api/admin/donations/summary')).body.records;

describe('repair-books, if an import is in the event store but not in the journal', () => {
  it('requires the option --church', async () => {
    expect((await cli('repair-books')).code).toBe(2);
  });

  it('reports the import, and with --trust adds its donations to all totals', async () => {
    // It reports what the store and the journal contain, and changes nothing.
    const reported = await cli('repair-books', '--church', 'zion');
    expect(reported.output).toContain('The event store has 33 events; the journal has 2 entries.');
    expect(reported.output).toContain('Stored, but not in the journal:');
    expect(reported.output).toMatch(/import-[0-9a-f-]+: 31 events/);
    expect(reported.code).toBe(1);
    expect(await recorded()).toBe(2);

    // It adds the stored donations.
    const repair = await cli('repair-books', '--church', 'zion', '--trust', 'eventstoredb');
    expect(repair.output).toContain('verify: all is well');
    expect(repair.code).toBe(0);
    expect(await recorded()).toBe(rows.length + 2);
    expect((await verifyChurch(second.app.db, second.app.store, church)).problems).toEqual([]);

    // It marks the one note of the import as missing.
    const { body } = await staff.get<Donation[]>('/api/admin/donations?limit=100');
    const notes = body.flatMap((donation) => donation.notes ?? []);
    expect(notes).toEqual([expect.stringMatching(/^The notes are missing, because/)]);

    // Afterwards it finds nothing to repair.
    const secondRepair = await cli('repair-books', '--church', 'zion');
    expect(secondRepair.output).toContain('Both agree.');
    expect(secondRepair.code).toBe(0);

    // Rebuilt projections have the same result.
    expect((await cli('rebuild', '--church', 'zion')).code).toBe(0);
    expect(await recorded()).toBe(rows.length + 2);
    expect((await verifyChurch(second.app.db, second.app.store, church)).problems).toEqual([]);
  });
});
