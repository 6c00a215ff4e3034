import { afterAll, expect, it } from '@jest/globals';
import type { DonationSummary } from '#libs/contracts';
import { verifyChurch } from '../../../../src/giving/index.js';
import { startApp } from '../../../support/app.js';
import { EventStoreDbDouble } from '../../../support/eventstoredb/server.js';
import { commit, settled, template, upload } from '../../../support/imports.js';
import { expectInLog } from '../../../support/program/log.js';

expectInLog(/"message":"an import failed".*"type":"(NotYetPublished|StoreUnavailable)"/);

const double = await EventStoreDbDouble.start();
const app = await startApp({
  env: { EVENT_STORE: 'eventstoredb', EVENTSTORE_URL: double.patientUrl },
  shownWithin: 500,
});
afterAll(async () => {
  await app.close();
  await double.stop();
});

it('an import is undone only after its donations were removed from the ledger', async () => {
  const church = await app.church('grace');
  await app.person(church, { email: 'office@grace.test', role: 'secretary' });
  await app.person(church, { email: 'hannah@grace.test', signsIn: false });
  const staff = app.as('office@grace.test');
  const row = 'hannah@grace.test,41.50,Cash,2025-07-04,,';
  const { id } = (await upload(staff, template(row))).body;
  expect(await commit(staff, id)).toMatchObject({ status: 'committed' });

  // This is longer than the time limit of an append and the pause before the next attempt. The next
  // attempt finds the undo in the store.
  double.lag = 3_000;
  await staff.post(`/api/admin/donation-imports/${id}/undo`);
  expect(await settled(staff, id)).toMatchObject({ status: 'undone' });
  double.lag = 0;
  const { body } = await staff.get<DonationSummary>('/api/admin/donations/summary');
  expect(body.records).toBe(0);
  expect((await verifyChurch(app.db, app.store, church)).problems).toEqual([]);
});
