import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Donation, Ledger } from '#libs/contracts';
import { give } from '../../support/app.js';
import { startChurch } from '../../support/church.js';
import { donationPath, readHistory } from '../../support/giving/donation-reads.js';
import { recordLedgerDonations } from '../../support/giving/ledger-donations.js';

const { app, church, staff, hannah } = await startChurch();
afterAll(() => app.close());

describe('the ledger as of an earlier moment', () => {
  beforeAll(() => recordLedgerDonations(staff, hannah.id));

  it('returns the first day of the records if the requested day is earlier', async () => {
    const { body } = await staff.get<Ledger>('/api/admin/church-ledger?asOf=1999-12-31');
    expect(body).toMatchObject({ rows: [], totals: { amount: '0.00', donations: 0 } });
    expect(body.begins).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(
      (await staff.get<Ledger>(`/api/admin/church-ledger?asOf=${body.begins}`)).body.totals
        .donations,
    ).toBeGreaterThan(0);
    expect((await staff.get<Ledger>('/api/admin/church-ledger')).body).not.toHaveProperty('begins');
  });

  it('returns the totals as of a journal number, or of a day before the first entry', async () => {
    const ada = await app.person(church, {
      email: 'ada@grace.test',
      firstName: 'Ada',
      lastName: 'Byron',
    });
    const listTotals = async (asOf?: string | number) => {
      const { body } = await staff.get<Ledger>(
        `/api/admin/church-ledger?search=ada%20byron${asOf === undefined ? '' : `&asOf=${asOf}`}`,
      );
      return body.rows.map((row) => `${row.year} ${row.total} ${row.count}`);
    };
    const donation = await give(staff, ada.id, { amount: '10.00', date: '2012-01-01' });
    const journal = (await readHistory(staff, donation.id))[0]!.journal;
    await staff.patch(donationPath(donation.id), { amount: '15.00', date: '2013-01-01' });
    await staff.delete(donationPath(donation.id));
    expect(await listTotals()).toEqual([]);
    expect(await listTotals(journal - 1)).toEqual([]);
    expect(await listTotals(journal)).toEqual(['2012 10.00 1']);
    expect(await listTotals(journal + 1)).toEqual(['2013 15.00 1']);
    expect(await listTotals(journal + 2)).toEqual([]);
    expect(await listTotals('1999-12-31')).toEqual([]);
    expect(
      (await staff.get<Donation[]>(`/api/admin/church-ledger/${ada.id}/2012?asOf=${journal}`)).body,
    ).toMatchObject([{ id: donation.id, amount: '10.00', version: 1 }]);
  });

  it('is refused if the moment is neither a day nor a journal number', async () => {
    for (const asOf of ['2025-02-30', 'soon', '-1', '1.5', ''])
      expect((await staff.get(`/api/admin/church-ledger?asOf=${asOf}`)).status).toBe(400);
  });
});
