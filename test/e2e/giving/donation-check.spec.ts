import { afterAll, describe, expect, it } from '@jest/globals';
import type { GiftCheck } from '#libs/contracts';
import { give, giveAsGuest } from '../../support/app.js';
import { startChurch } from '../../support/church.js';
import { donationPath } from '../../support/giving/donation-reads.js';

const { app, church, staff, hannah } = await startChurch();
afterAll(() => app.close());

describe('GET /api/donations/check', () => {
  const checkGift = async (query: string, client = staff) =>
    (await client.get<GiftCheck>(`/api/donations/check?${query}`)).body;

  it('returns the days until the date, equal donations, and the usual amount', async () => {
    const ruth = await app.person(church, {
      email: 'ruth@grace.test',
      firstName: 'Ruth',
      lastName: 'Ames',
    });
    const today = new Date().toISOString().slice(0, 10);
    const juneOfLastYear = `${Number(today.slice(0, 4)) - 1}-06-0`;
    expect(await checkGift(`userId=${ruth.id}&amount=5`)).toEqual({
      daysAhead: 0,
      again: 0,
      usual: null,
      donorName: 'Ruth Ames',
      like: null,
    });
    for (const [n, amount] of ['20.00', '25.00', '5000.00'].entries())
      await give(staff, ruth.id, { amount, date: `${juneOfLastYear}${n + 1}` });
    expect(await checkGift(`userId=${ruth.id}&amount=25.00&date=${juneOfLastYear}2`)).toEqual({
      daysAhead: 0,
      again: 1,
      usual: '25.00',
      donorName: 'Ruth Ames',
      like: { donationId: expect.any(String), date: `${juneOfLastYear}2`, amount: '25.00' },
    });
    expect(await checkGift(`userId=${ruth.id}&amount=25.01&date=${juneOfLastYear}2`)).toMatchObject(
      {
        again: 0,
      },
    );
    expect(await checkGift(`userId=${ruth.id}&amount=25.00&date=${juneOfLastYear}3`)).toMatchObject(
      {
        again: 0,
      },
    );
    expect(
      (await checkGift(`userId=${ruth.id}&amount=1&date=2099-01-01`)).daysAhead,
    ).toBeGreaterThan(20_000);
    // A deleted donation does not count.
    const { id } = await give(staff, ruth.id, { amount: '77.00', date: '2001-01-01' });
    expect(await checkGift(`userId=${ruth.id}&amount=77&date=2001-01-01`)).toMatchObject({
      again: 1,
    });
    await staff.delete(donationPath(id));
    expect(await checkGift(`userId=${ruth.id}&amount=77&date=2001-01-01`)).toMatchObject({
      again: 0,
    });
  });

  it('finds a similar donation within seven days or by its transaction ID', async () => {
    const bo = await giveAsGuest(staff, 'Bo Likely', {
      amount: '11.00',
      date: '2001-06-14',
      transactionId: '2044',
    });
    const findSimilar = async (query: string) =>
      (await checkGift(`guestFirstName=Bo&guestLastName=Likely&${query}`)).like;
    const expectedGift = { donationId: bo.id, date: '2001-06-14', amount: '11.00' };
    expect(await findSimilar('amount=11&date=2001-06-21')).toEqual(expectedGift);
    expect(await findSimilar('amount=11&date=2001-06-07')).toEqual(expectedGift);
    expect(await findSimilar('amount=11&date=2001-06-22')).toBeNull();
    expect(await findSimilar('amount=12&date=2001-06-14')).toBeNull();
    expect(await findSimilar('amount=12&date=2003-01-01&transactionId=2044')).toEqual(expectedGift);
  });

  it('finds a guest by name, and no donor of another church', async () => {
    await giveAsGuest(staff, 'Bo Li', { amount: '9.00', date: '2001-01-01' });
    expect(
      await checkGift('guestFirstName=BO&guestLastName=li&amount=9&date=2001-01-01'),
    ).toMatchObject({ again: 1, donorName: 'Bo Li' });
    expect(
      await checkGift('guestFirstName=Nobody&guestLastName=Here&amount=9&date=2001-01-01'),
    ).toEqual({ daysAhead: 0, again: 0, usual: null, donorName: null, like: null });
    const other = await app.church('check-hope');
    await app.person(other, { email: 'office@check.test', role: 'secretary' });
    const otherOffice = app.as('office@check.test');
    expect(
      await checkGift(`userId=${hannah.id}&amount=9&date=2001-01-01`, otherOffice),
    ).toMatchObject({
      donorName: null,
      usual: null,
    });
    expect(
      await checkGift('guestFirstName=Bo&guestLastName=Li&amount=9&date=2001-01-01', otherOffice),
    ).toMatchObject({ again: 0, donorName: null });
    expect(
      (await app.as('hannah@grace.test').get(`/api/donations/check?userId=${hannah.id}&amount=9`))
        .status,
    ).toBe(403);
    for (const query of [
      '',
      'amount=0',
      'amount=1&userId=me',
      'amount=1&date=2001-02-30',
      'amount=1&what=else',
    ])
      expect((await staff.get(`/api/donations/check?${query}`)).status).toBe(400);
  });
});
