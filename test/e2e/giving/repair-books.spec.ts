import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import type { DonationSummary } from '#libs/contracts';
import { Follower, verifyChurch } from '../../../src/giving/index.js';
import { give, startApp, type Client, type TestApp } from '../../support/app.js';
import { order } from '../../support/eventstoredb/scene.js';
import { EventStoreDbDouble } from '../../support/eventstoredb/server.js';
import { settled, template, upload } from '../../support/imports.js';
import { expectInLog } from '../../support/log.js';
import { until } from '../../support/until.js';

expectInLog(
  /"message":"the event store"/,
  /"message":"giving is not followed: /,
  /"message":"an import failed".*"type":"(NotYetShown|ImportIncomplete)"/,
);

let double: EventStoreDbDouble;
let app: TestApp;
let church: string;
let office: Client;
const rows = order(30).map((n) => `hannah@zion.test,${n + 1}.50,Cash,2025-07-04,,`);

/**
 * Brings the books into the state in which the lost import of an earlier version left them: all events and the marker
 * are stored, a later donation is in the journal, and the import is `committed` without its donations.
 */
async function loseAnImport(): Promise<void> {
  const { id } = (await upload(office, template(...rows))).body;
  double.allDenied = true;
  double.cut();
  await until(async () =>
    (await app.visitor.get<{ giving: string }>('/health')).body.giving.includes('may not read'),
  );
  await office.post(`/api/admin/donation-imports/${id}/commit`);
  await until(() => double.log.stream(`${church}.import-${id}`)?.length === rows.length + 1);
  await app.database.asSuperuser(
    `update event_follower set position = ${double.log.events.at(-1)!.position};
     delete from import_work;`,
  );
  await until(async () => {
    await app.database.asSuperuser(
      `update donation_import set status = 'committed', committed_at = now(), revision = ${rows.length} where id = '${id}'`,
    );
    return (await settled(office, id)).status === 'committed';
  });
  double.allDenied = false;
}

/** Runs an operator command beside this process, which serves the event store. */
function cli(...args: string[]): Promise<{ code: number; output: string }> {
  const env = {
    ...process.env,
    DATA_DIR: app.config.DATA_DIR,
    DATABASE_URL: app.database.appUrl,
    DATABASE_OWNER_URL: app.database.ownerUrl,
    EVENTSTORE_URL: double.patientUrl,
    NODE_OPTIONS: '',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, ['dist/src/cli.js', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
    );
  });
}

beforeAll(async () => {
  double = await EventStoreDbDouble.start();
  app = await startApp({
    env: { EVENT_STORE: 'eventstoredb', EVENTSTORE_URL: `${double.url}&defaultDeadline=2000` },
    shownWithin: 2_000,
  });
  Object.assign(app.app.get(Follower, { strict: false }).watching, { patience: Infinity });
  church = await app.church('zion');
  await app.person(church, { email: 'office@zion.test', role: 'secretary' });
  const donor = await app.person(church, { email: 'hannah@zion.test', signsIn: false });
  office = app.as('office@zion.test');
  await give(office, donor.id);
  await loseAnImport();
  await give(office, donor.id);
});
afterAll(async () => {
  await app.close();
  await double.stop();
});

const recorded = async () =>
  (await office.get<DonationSummary>('/api/admin/donations/summary')).body.records;

describe('repair-books, when an import is stored but not in the books', () => {
  it('reports what each side holds, and changes nothing', async () => {
    const { code, output } = await cli('repair-books', '--church', 'zion');
    expect(output).toContain('The event store has 33 events; the journal has 2 entries.');
    expect(output).toContain('Stored, but not in the journal:');
    expect(output).toMatch(/import-[0-9a-f-]+: 31 events/);
    expect(code).toBe(1);
    expect(await recorded()).toBe(2);
  });

  it('needs to know which church', async () => {
    expect((await cli('repair-books')).code).toBe(2);
  });

  it('adds the stored donations to the journal and to every total', async () => {
    const { code, output } = await cli(
      'repair-books',
      '--church',
      'zion',
      '--trust',
      'eventstoredb',
    );
    expect(output).toContain('verify: all is well');
    expect(code).toBe(0);
    expect(await recorded()).toBe(rows.length + 2);
    expect((await verifyChurch(app.db, app.store, church)).problems).toEqual([]);
  });

  it('finds nothing to repair afterwards', async () => {
    const { code, output } = await cli('repair-books', '--church', 'zion');
    expect(output).toContain('Both agree.');
    expect(code).toBe(0);
  });

  it('rebuilds the projections afterwards with the same result', async () => {
    expect((await cli('rebuild', '--church', 'zion')).code).toBe(0);
    expect(await recorded()).toBe(rows.length + 2);
    expect((await verifyChurch(app.db, app.store, church)).problems).toEqual([]);
  });
});
