import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Donation } from '#libs/contracts';
import { startApp, type Client, type TestApp } from '../../support/app.js';
import { filled, fillChurches, tableOfRoutes, type Route } from '../../support/routes.js';
import { clearAuditLog } from '../../support/database/audit-log.js';

let app: TestApp;
let ids: Record<string, string>;
let secretary: Client;
beforeAll(async () => {
  app = await startApp();
  ids = await fillChurches(app);
  secretary = app.as('secretary@grace.test');
  await secretary.get('/api/auth/user');
});
afterAll(() => app.close());

/** The permissions to read the giving of other users. */
const rights = ['ledger.read', 'donation.manage', 'donation.import'];
/**
 * These routes show no donations: one returns an empty file, the other one the choices of filters.
 */
const tellNothing = [
  'GET /api/admin/donation-imports/template.csv',
  'GET /api/admin/donations/choices',
];
/** This route returns only the status and the progress of an import. */
const figures = ['GET /api/admin/donation-imports/:id/events'];
const reads = () =>
  tableOfRoutes.filter(
    ({ name, method, access }) =>
      method === 'GET' &&
      rights.includes(access) &&
      !tellNothing.includes(name) &&
      !figures.includes(name),
  );
/**
 * Returns the actions that the audit log has recorded, and deletes them. Only the superuser of the
 * tests can delete entries of the log.
 */
const traces = async () => {
  const rows = await app.database.asSuperuser<{ action: string }>(
    `select action from audit_entry where action <> 'signed-in'`,
  );
  await clearAuditLog(app);
  return rows.map(({ action }) => action);
};
const cursors = (route: Route) => {
  const madeUp = [
    ['~', '0', '00000000-0000-0000-0000-000000000000'],
    [''],
    [0],
    ['', '', '00000000-0000-0000-0000-000000000000', 0],
    ['1900-01-01', '00000000-0000-0000-0000-000000000000'],
  ];
  return [
    filled(route, ids),
    ...madeUp.map(
      (values) =>
        `${filled(route, ids)}?cursor=${Buffer.from(JSON.stringify(values)).toString('base64url')}`,
    ),
  ];
};

describe('the audit log of reading others’ giving', () => {
  it('records each successful read, also of other pages and with invented cursors', async () => {
    expect(reads().length).toBeGreaterThan(8);
    await traces();
    let pages = 0;
    for (const route of reads()) {
      for (const path of cursors(route)) {
        const { status } = await secretary.get(path);
        const readTraces = await traces();
        expect({ path, status, isSeen: status !== 200 || readTraces.length > 0 }).toEqual({
          path,
          status,
          isSeen: true,
        });
        if (status === 200 && path.includes('cursor=')) pages++;
      }
    }
    expect(pages).toBeGreaterThan(0);
  });

  it('records the preview of an undo', async () => {
    await secretary.post(
      `/api/admin/donation-imports/${ids['api/admin/donation-imports']!}/commit`,
    );
    for (;;) {
      const { body } = await secretary.get<{ status: string }>(
        `/api/admin/donation-imports/${ids['api/admin/donation-imports']!}`,
      );
      if (body.status === 'committed') break;
    }
    await traces();
    expect(
      (
        await secretary.get(
          `/api/admin/donation-imports/${ids['api/admin/donation-imports']!}/undo`,
        )
      ).status,
    ).toBe(200);
    expect(await traces()).toEqual(['import.read']);
  });

  it('records changes and refusals that only return the present donation', async () => {
    await traces();
    const id = ids['api/admin/donations']!;
    expect((await secretary.patch<Donation>(`/api/admin/donations/${id}`, {})).body.donorName).toBe(
      'hannah grace',
    );
    expect(await traces()).toEqual(['donations.read']);
    const stale = { 'if-match': '"9"' };
    for (const ask of [
      () => secretary.patch(`/api/admin/donations/${id}`, { amount: 1 }, stale),
      () => secretary.delete(`/api/admin/donations/${id}`, {}, stale),
    ]) {
      const answer = await ask();
      expect({ status: answer.status, shows: answer.text.includes('hannah') }).toEqual({
        status: 409,
        shows: true,
      });
      expect(await traces()).toEqual(['donations.read']);
    }
  });
});
