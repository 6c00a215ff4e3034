import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givingToday, type GivingToday } from '#libs/contracts';
import { compareMonth } from '../../../src/giving/today/today.query.js';
import { give, giveAsGuest, type Client } from '../../support/app.js';
import { startChurch } from '../../support/church.js';
import { commit, template, upload } from '../../support/imports.js';
import { ageAuditLog } from '../../support/database/audit-log.js';

const { app, church, staff, hannah } = await startChurch();
let pastor: Client;
beforeAll(async () => {
  await app.person(church, { email: 'pastor@grace.test', role: 'pastor' });
  pastor = app.as('pastor@grace.test');
  const hope = await app.church('hope');
  await app.person(hope, { email: 'admin@hope.test', role: 'admin' });
});
afterAll(() => app.close());

const path = '/api/admin/giving-today';
const readSummary = async (client = staff) => {
  const { status, body } = await client.get<GivingToday>(path);
  expect({ status, body: givingToday.strict().parse(body) }).toEqual({ status: 200, body });
  return body;
};

describe('the summary of today’s giving', () => {
  it('compares this month with the same days and the whole month a year ago', async () => {
    for (const [amount, date] of [
      ['1.00', '2023-02-01'],
      ['2.00', '2023-02-28'],
      ['4.00', '2023-03-01'],
      ['8.00', '2024-02-01'],
      ['16.00', '2024-02-29'],
      ['32.00', '2024-01-31'],
      ['64.00', '2023-01-31'],
      ['0.01', '2022-02-28'],
    ])
      await give(staff, hannah.id, { amount, date });
    const deleted = await give(staff, hannah.id, { amount: '500.00', date: '2023-02-01' });
    await staff.delete(`/api/admin/donations/${deleted.id}`);
    const corrected = await give(staff, hannah.id, { amount: '500.00', date: '2024-02-10' });
    await staff.patch(`/api/admin/donations/${corrected.id}`, { amount: '0.50' });
    const compareOn = (today: string) => app.db.tenant(church, (tx) => compareMonth(tx, today));
    expect(await compareOn('2024-02-29')).toEqual({
      month: '24.50',
      lastYear: { sameDays: '3.00', whole: '3.00' },
    }); // February 2023 had no 29th day.
    expect(await compareOn('2024-02-27')).toEqual({
      month: '24.50',
      lastYear: { sameDays: '1.00', whole: '3.00' },
    });
    expect(await compareOn('2025-02-28')).toEqual({
      month: '0.00',
      lastYear: { sameDays: '8.50', whole: '24.50' },
    });
    expect(await compareOn('2025-01-31')).toEqual({
      month: '0.00',
      lastYear: { sameDays: '32.00', whole: '32.00' },
    });
    expect(await compareOn('2023-12-31')).toEqual({
      month: '0.00',
      lastYear: { sameDays: '0.00', whole: '0.00' },
    });
  });

  it('counts donations of the present day in the time zone of the church', async () => {
    const { date, month } = await readSummary();
    await give(staff, hannah.id, { amount: '7.25', date });
    expect(Number((await readSummary()).month) - Number(month)).toBeCloseTo(7.25, 2);
  });

  it('lists the last changes, the newest first, and the imports that are drafts', async () => {
    await give(staff, hannah.id); // This change is older than the following ones.
    const gift = await giveAsGuest(staff, 'Anna Guest', { amount: '11.00' });
    await staff.patch(`/api/admin/donations/${gift.id}`, { amount: '12.00' });
    await staff.delete(`/api/admin/donations/${gift.id}`);
    await staff.post(`/api/admin/donations/${gift.id}/restore`);
    const { changes } = await readSummary();
    expect(changes).toHaveLength(5);
    expect(changes!.slice(0, 4)).toMatchObject([
      {
        what: 'donation.restored',
        who: 'Esther Lind',
        whose: 'Anna Guest',
        donationId: gift.id,
        amount: '12.00',
        importId: null,
      },
      { what: 'donation.deleted', amount: '12.00' },
      { what: 'donation.corrected', amount: '11.00', becomes: '12.00' },
      { what: 'donation.recorded', amount: '11.00', becomes: null },
    ]);
    const ready = (
      await upload(staff, template('hannah@grace.test,25.00,Cash,2025-04-05,,'), 'april.csv')
    ).body;
    const wrongDraft = (await upload(staff, template('nobody@grace.test,25.00,Cash,2025-04-05,,')))
      .body;
    expect((await readSummary()).imports).toMatchObject([
      { id: wrongDraft.id, status: 'ready' },
      { id: ready.id, status: 'ready', fileName: 'april.csv' },
    ]);
    await commit(staff, ready.id);
    await staff.delete(`/api/admin/donation-imports/${wrongDraft.id}`);
    const now = await readSummary();
    expect([now.imports, now.changes![0]]).toMatchObject([
      [],
      {
        what: 'import.committed',
        whose: 'april.csv',
        importId: ready.id,
        donationId: null,
        donations: 1,
        amount: '25.00',
      },
    ]);
  });

  it('shows pastors only totals, and is refused to roles without access to giving', async () => {
    const { date, month, lastYear } = await readSummary();
    expect(await readSummary(pastor)).toEqual({
      date,
      month,
      lastYear,
      imports: null,
      changes: null,
    });
    for (const email of ['hannah@grace.test', 'caleb@grace.test'])
      expect((await app.as(email).get(path)).status).toBe(403);
    const other = app.as('admin@hope.test');
    expect(await readSummary(other)).toMatchObject({
      month: '0.00',
      lastYear: { sameDays: '0.00', whole: '0.00' },
      imports: [],
      changes: [],
    });
    expect((await other.get(path)).text).not.toMatch(/Hannah|Anna|Esther/);
  });

  it('adds one entry to the audit log, not one for each request of the dashboard', async () => {
    await ageAuditLog(app, '10 minutes');
    const looks = async () =>
      (
        await app.database.asSuperuser(
          `select 1 from audit_entry where organization_id = $1
            and action in ('ledger.read', 'donations.read') and at > now() - interval '5 minutes'`,
          [church],
        )
      ).length;
    await readSummary();
    expect(await looks()).toBe(0);
  });
});
