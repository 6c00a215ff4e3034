import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DonationImport } from '#libs/contracts';
import { listImports } from '../../../../src/giving/import/review/import.query.js';
import { startApp, type TestApp } from '../../../support/app.js';
import { commit, upload } from '../../../support/imports.js';
import { rowsRead } from '../../../support/database/rows-read.js';

const rows = 400;

const file = [
  'email,amount,paymentmethod,date,campaign,notes',
  ...Array.from({ length: rows }, (_, n) => `hannah@x.test,${n + 1}.50,Cash,2025-03-02,,`),
  'hannah@x.test,oops,Cash,2025-03-02,,',
  '',
].join('\n');

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('the counts and totals of an import', () => {
  it('are stored when its commit begins, and equal the counts of its rows', async () => {
    const church = await app.church('figures');
    await app.person(church, { email: 'office@figures.test', role: 'secretary' });
    await app.person(church, { email: 'hannah@x.test', signsIn: false });
    const staff = app.as('office@figures.test');
    const { body } = await upload(staff, file);
    const path = `/api/admin/donation-imports/${body.id}`;
    await staff.patch(`${path}/rows`, { state: 'rejected', action: 'setAside' });

    const rowsReadForDraft = await rowsRead(app, church, listImports);
    await commit(staff, body.id);
    const rowsReadForCommitted = await rowsRead(app, church, listImports);
    const { body: stored } = await staff.get<DonationImport>(path);
    await app.database.asSuperuser(
      `update donation_import set figures = null where id = '${body.id}'`,
    );
    const { body: counted } = await staff.get<DonationImport>(path);

    expect(rowsReadForDraft).toBeGreaterThan(rows);
    expect(rowsReadForCommitted).toBeLessThan(20);
    expect(stored.counts).toMatchObject({ total: rows + 1, new: rows, setAside: 1 });
    expect(stored).toEqual(counted);
  });
});
