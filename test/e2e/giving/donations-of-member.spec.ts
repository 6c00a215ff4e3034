import { afterAll, describe, expect, it } from '@jest/globals';
import { readTable } from '../../../libs/workbook/support.js';
import type { OwnDonation } from '#libs/contracts';
import { give, giveAsGuest } from '../../support/app.js';
import { startChurch } from '../../support/church.js';

const { app, church, staff, hannah } = await startChurch();
afterAll(() => app.close());

const unknownId = '01a1fc63-f841-71e3-ad8c-fa6353f799cd';

describe('a member’s own giving', () => {
  /** Records two donations of a member in two years. */
  async function giveInTwoYears(memberId: string): Promise<void> {
    await give(staff, memberId, { amount: '10.10', date: '2024-12-31', notes: 'for you' });
    await give(staff, memberId, { amount: '20.20', date: '2025-01-01' });
  }

  it('is listed with the newest donation first, and with its total', async () => {
    const ruth = await app.person(church, { email: 'ruth@grace.test' });
    const ruthClient = app.as('ruth@grace.test');
    expect((await ruthClient.get('/api/donations')).body).toEqual([]);
    expect((await ruthClient.get('/api/user/donations/total')).body).toEqual({ total: '0.00' });
    await giveInTwoYears(ruth.id);
    const { body } = await ruthClient.get<OwnDonation[]>(`/api/donations?userId=${ruth.id}`);
    expect(body.map(({ amount, date }) => `${date} ${amount}`)).toEqual([
      '2025-01-01 20.20',
      '2024-12-31 10.10',
    ]);
    expect(Object.keys(body[0]!).sort()).toEqual([
      'amount',
      'campaign',
      'date',
      'id',
      'notes',
      'paymentMethod',
      'recordedAt',
      'transactionId',
      'userId',
      'version',
    ]);
    expect((await ruthClient.get<OwnDonation[]>('/api/donations?year=2024')).body).toHaveLength(1);
    expect((await ruthClient.get('/api/user/donations/total')).body).toEqual({ total: '30.30' });
  });

  it('is visible only to the member and to staff who may see giving', async () => {
    await give(staff, hannah.id, { date: '2016-01-01' });
    await giveAsGuest(staff, 'Guest A', { date: '2016-01-01' });
    const caleb = app.as('caleb@grace.test');
    expect((await caleb.get(`/api/donations?userId=${hannah.id}`)).status).toBe(403);
    expect((await caleb.get('/api/donations?userId=somebody')).status).toBe(403);
    const { status, body } = await staff.get<OwnDonation[]>(
      `/api/donations?userId=${hannah.id}&year=2016`,
    );
    expect(status).toBe(200);
    expect(body.every(({ userId }) => userId === hannah.id)).toBe(true);
    expect((await staff.get(`/api/donations?userId=${unknownId}`)).status).toBe(404);
  });

  it('is exported with a file name, and with the total in the last row', async () => {
    const boaz = await app.person(church, { email: 'boaz@grace.test' });
    await giveInTwoYears(boaz.id);
    const boazClient = app.as('boaz@grace.test');
    const all = await boazClient.get('/api/user/donations.csv');
    expect(all.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(all.headers.get('content-disposition')).toBe(
      'attachment; filename="my-giving-all-years.csv"',
    );
    expect(all.text).toBe(
      [
        'Date,Campaign,Payment method,Amount,Notes',
        '2025-01-01,General Fund,Cash,20.20,',
        '2024-12-31,General Fund,Cash,10.10,for you',
        'Total 30.30,,,,',
        '',
      ].join('\r\n'),
    );
    const year = await boazClient.get('/api/user/donations.csv?year=2024');
    expect(year.headers.get('content-disposition')).toBe(
      'attachment; filename="my-giving-2024.csv"',
    );
    expect(year.text.split('\r\n')).toHaveLength(4);
    const workbook = await boazClient.get('/api/user/donations.xlsx?year=2024');
    expect(workbook.headers.get('content-disposition')).toBe(
      'attachment; filename="my-giving-2024.xlsx"',
    );
    expect((await readTable(workbook.bytes!)).rows.map(({ cells }) => cells)).toEqual([
      ['2024-12-31', 'General Fund', 'Cash', '10.1', 'for you'],
      ['Total 10.10', '', '', '', ''],
    ]);
  });
});
