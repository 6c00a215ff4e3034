import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Donation } from '#libs/contracts';
import { give } from '../../support/app.js';
import { startGivingChurch, type GivingChurch } from './giving-church.js';

let giving: GivingChurch;
beforeAll(async () => {
  giving = await startGivingChurch();
});
afterAll(() => giving.app.close());

describe('unusual valid input', () => {
  it.each([
    [25, '25.00'],
    [25.5, '25.50'],
    [0.1, '0.10'],
    [1e3, '1000.00'],
    [19.99, '19.99'],
    [1.1, '1.10'],
    ['25', '25.00'],
    ['25.5', '25.50'],
    [' 25.00 ', '25.00'],
    ['1,234.50', '1234.50'],
    ['$25.00', '25.00'],
    ['.5', '0.50'],
    ['0.01', '0.01'],
    ['99999999.99', '99999999.99'],
    [99_999_999.99, '99999999.99'],
  ])('is accepted: the amount %j as %s', async (amount, storedAmount) => {
    const { status, body } = await giving.admin.post<Donation>('/api/admin/donations', {
      userId: giving.hannah.id,
      amount,
    });
    expect({ status, amount: body.amount }).toEqual({ status: 201, amount: storedAmount });
  });

  it.each([
    ['2024-02-29', '2024-02-29'],
    ['2025-12-31T12:00:00.000Z', '2025-12-31'],
    ['2025-12-31T23:59:59-12:00', '2025-12-31'],
    ['2026-01-01T00:00:00+14:00', '2026-01-01'],
    ['1900-01-01', '1900-01-01'],
  ])('is accepted: the date %s as %s', async (date, storedDate) => {
    expect((await give(giving.admin, giving.hannah.id, { date })).date).toBe(storedDate);
  });

  it('is accepted: texts in any script, with quotes, and empty ones as null', async () => {
    const notes =
      `Ünïcode “quotes” 'single' "double" \\ <b>&amp; 🙏 \u200b\u202e; drop table ` + `donor; --`;
    const created = await give(giving.admin, giving.hannah.id, {
      notes,
      campaign: `'; drop table donor; --`,
      transactionId: '',
    });
    expect(created).toMatchObject({
      notes: notes.trim(),
      campaign: `'; drop table donor; --`,
      transactionId: null,
    });
    expect(
      (
        await giving.admin.get<Donation[]>(
          `/api/admin/donations?campaign=${encodeURIComponent(created.campaign)}`,
        )
      ).body.map(({ id }) => id),
    ).toEqual([created.id]);
  });

  it('is accepted: a request from the same site', async () => {
    const { status } = await giving.admin.post(
      '/api/admin/donations',
      { userId: giving.hannah.id, amount: 1 },
      { origin: giving.app.url, 'sec-fetch-site': 'same-origin' },
    );
    expect(status).toBe(201);
  });

  it('is accepted: JSON that names its charset', async () => {
    expect(
      (
        await giving.admin.send('POST', '/api/pledges', '{"amount":"5.00","year":2027}', {
          'content-type': 'application/json; charset=utf-8',
        })
      ).status,
    ).toBe(201);
  });
});
