import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Donation, DonationChoices } from '#libs/contracts';
import { give } from '../../support/app.js';
import { startChurch } from '../../support/church.js';
import { donationPath, listDonations, readSummary } from '../../support/giving/donation-reads.js';

const { app, church, staff, hannah, caleb } = await startChurch();
afterAll(() => app.close());
beforeAll(() =>
  app.person(church, {
    email: 'second@grace.test',
    role: 'secretary',
    firstName: 'Zoe',
    lastName: 'Second',
  }),
);

describe('the filters of donations', () => {
  /**
   * Records four donations of Hannah on the first and last days of months, and one of Caleb on
   * February 10 by another secretary, Zoe. Returns the id of Caleb's donation.
   */
  async function recordAroundFebruary(year: number): Promise<string> {
    for (const [day, amount] of [
      ['01-31', '10.00'],
      ['02-01', '20.00'],
      ['02-28', '30.00'],
      ['03-01', '40.00'],
    ])
      await give(staff, hannah.id, { date: `${year}-${day}`, amount });
    const { id } = await give(app.as('second@grace.test'), caleb.id, {
      date: `${year}-02-10`,
      amount: '25.00',
    });
    return id;
  }

  it('find donations by date, amount and recorder, with their totals', async () => {
    const donationByZoe = await recordAroundFebruary(2011);
    const listAmounts = async (query: string) =>
      (await listDonations(staff, `year=2011&sort=amount&${query}`)).map(({ amount }) => amount);
    expect(await listAmounts('from=2011-02-01&to=2011-02-28')).toEqual(['20.00', '25.00', '30.00']);
    expect(await listAmounts('minAmount=25.00&maxAmount=30')).toEqual(['25.00', '30.00']);
    const { recorders } = (await staff.get<DonationChoices>('/api/admin/donations/choices')).body;
    expect(recorders.map(({ name }) => name)).toEqual(['Esther Lind', 'Zoe Second']);
    expect(await listDonations(staff, `year=2011&addedBy=${recorders[1]!.id}`)).toMatchObject([
      { id: donationByZoe },
    ]);
    expect(
      await readSummary(
        staff,
        `from=2011-02-01&to=2011-02-28&minAmount=21&addedBy=${recorders[0]!.id}`,
      ),
    ).toMatchObject({ amount: '30.00', records: 1 });
    expect(await listDonations(staff, `id=${donationByZoe}`)).toMatchObject([
      { id: donationByZoe, state: 'standing' },
    ]);
    await staff.delete(donationPath(donationByZoe));
    expect(await listDonations(staff, `id=${donationByZoe}`)).toMatchObject([
      { id: donationByZoe, state: 'deleted' },
    ]);
    for (const invalidQuery of [
      'state=gone',
      'from=2011-02-30',
      'minAmount=-1',
      'addedBy=me',
      'id=1',
    ])
      expect((await staff.get(`/api/admin/donations?${invalidQuery}`)).status).toBe(400);
  });

  it('apply to an export, which contains the total and the states of the donations', async () => {
    await staff.delete(donationPath(await recordAroundFebruary(2009)));
    const answer = await staff.get('/api/admin/donations.csv?year=2009&sort=amount&minAmount=20');
    expect(answer.headers.get('content-disposition')).toContain('donations-2009.csv');
    const [header, ...lines] = answer.text.trim().split('\r\n');
    expect(header).toBe(
      'Date,Member,Amount,Payment method,Campaign,Entry,State,Transaction ID,Notes,Donation ID',
    );
    expect(lines.slice(0, -1).map((line) => line.split(',').slice(0, 3).join(' '))).toEqual([
      '2009-02-01 Hannah Brooks 20.00',
      '2009-02-28 Hannah Brooks 30.00',
      '2009-03-01 Hannah Brooks 40.00',
    ]);
    expect(lines.at(-1)).toMatch(/^Total 90\.00 \(journal [1-9]\d*\),{9}$/);
    const deleted = (await staff.get('/api/admin/donations.csv?year=2009&state=deleted')).text;
    expect(deleted).toContain('2009-02-10,Caleb Moreno,25.00,Cash,General Fund,Manual,Deleted');
    expect((await staff.get('/api/admin/donations.csv?limit=5')).status).toBe(400);
    for (const file of ['donations.csv', 'donations.xlsx', 'church-ledger.xlsx'])
      expect((await app.as('hannah@grace.test').get(`/api/admin/${file}`)).status).toBe(403);
  });

  it('find deleted donations behind a row of the ledger', async () => {
    const [active, deleted] = [
      await give(staff, caleb.id, { date: '2010-01-01', amount: '5.00' }),
      await give(staff, caleb.id, { date: '2010-02-01', amount: '6.00' }),
    ];
    await staff.delete(donationPath(deleted.id));
    const listBehindRow = async (query = '') =>
      (await staff.get<Donation[]>(`/api/admin/church-ledger/${caleb.id}/2010${query}`)).body.map(
        ({ id, state }) => [id, state],
      );
    expect(await listBehindRow()).toEqual([[active.id, 'standing']]);
    expect(await listBehindRow('?state=deleted')).toEqual([[deleted.id, 'deleted']]);
  });
});
