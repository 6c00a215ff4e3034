import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readTable } from '../../../libs/workbook/support.js';
import type { Ledger } from '#libs/contracts';
import { startChurch } from '../../support/church.js';
import { recordLedgerDonations } from '../../support/giving/ledger-donations.js';

const { app, church, staff, hannah } = await startChurch();
afterAll(() => app.close());

describe('the ledger', () => {
  beforeAll(() => recordLedgerDonations(staff, hannah.id));

  it('is exported with harmless formulas, its year and its total', async () => {
    for (const name of ['=HYPERLINK("http://evil") x', '+1 x', '-2 x', '@SUM x', '\tTab x']) {
      const [guestFirstName, guestLastName] = [name.slice(0, -2), 'x'];
      await staff.post('/api/donations', {
        guestFirstName,
        guestLastName,
        amount: '1.00',
        date: '2009-01-01',
      });
    }
    const csv = await staff.get('/api/admin/church-ledger.csv?year=2009&sort=name');
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toBe(
      'attachment; filename="church-ledger-2009.csv"',
    );
    const lines = csv.text.split('\r\n');
    expect(lines[0]).toBe('Name,Kind,Year,Total,Donations');
    expect(lines.slice(1, 6).sort()).toEqual(
      [
        `"'=HYPERLINK(""http://evil"") x",Guest,2009,1.00,1`,
        "'+1 x,Guest,2009,1.00,1",
        "'-2 x,Guest,2009,1.00,1",
        "'@SUM x,Guest,2009,1.00,1",
        'Tab x,Guest,2009,1.00,1',
      ].sort(),
    );
    expect(lines[6]).toMatch(
      /^Total 5\.00 of 5 donations as of \d{4}-\d\d-\d\d \(journal \d+ [\da-f]{16}\),,,,$/,
    );
    expect(lines.slice(7)).toEqual(['']);
    expect(Buffer.from(csv.bytes!).subarray(0, 3).toString('hex')).toBe('efbbbf');
    const workbook = await staff.get('/api/admin/church-ledger.xlsx?year=2009&sort=name');
    expect(workbook.headers.get('content-disposition')).toBe(
      'attachment; filename="church-ledger-2009.xlsx"',
    );
    const { rows } = await readTable(workbook.bytes!);
    expect(rows).toHaveLength(6);
    expect(rows.map(({ cells }) => cells)).toContainEqual([
      '=HYPERLINK("http://evil") x',
      'Guest',
      '2009',
      '1',
      '1',
    ]);
    const allYears = await staff.get('/api/admin/church-ledger.csv');
    expect(allYears.headers.get('content-disposition')).toBe(
      'attachment; filename="church-ledger-all-years.csv"',
    );
    const { body } = await staff.get<Ledger>('/api/admin/church-ledger?limit=1000');
    expect(allYears.text).toContain(
      `\r\nTotal ${body.totals.amount} of ${body.totals.donations} donations as of `,
    );
    expect(allYears.text.split('\r\n').length).toBe(body.rows.length + 3);
  });

  it('records every reading and export in the audit log, which cannot be changed', async () => {
    await staff.get('/api/admin/church-ledger?year=2010');
    await staff.get(`/api/admin/church-ledger/${hannah.id}/2010`);
    await staff.get('/api/admin/church-ledger.csv?year=2010');
    const rows = await app.db.tenant(church, (tx) =>
      tx.sql<{ action: string; n: number }>(
        'select action, count(*)::int as n from audit_entry where organization_id = $1 group by 1',
        [church],
      ),
    );
    const actions = rows.map(({ action }) => action);
    expect(actions).toEqual(
      expect.arrayContaining(['ledger.read', 'ledger.donor', 'ledger.exported', 'signed-in']),
    );
    await expect(
      app.db.tenant(church, (tx) =>
        tx.sql('delete from audit_entry where organization_id = $1', [church]),
      ),
    ).rejects.toThrow('audit_entry is written once');
  });
});
