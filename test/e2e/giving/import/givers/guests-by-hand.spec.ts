import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Donation } from '#libs/contracts';
import { startApp, type TestApp } from '../../../../support/app.js';
import { createGiverChurch, type GiverChurch } from './giver-church.js';

let app: TestApp;
let church: GiverChurch;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  church = await createGiverChurch(app);
});

describe('a guest whose donations are recorded by hand', () => {
  it('is found by name and address, or by name if one of the addresses is missing', async () => {
    const first = await church.recordGuestGift('Ann Lee', 'ann@x.test');
    expect((await church.recordGuestGift('ANN lee', 'Ann@X.test')).body.donorId).toBe(
      first.body.donorId,
    );
    expect((await church.recordGuestGift('Ann Lee')).body.donorId).toBe(first.body.donorId);
    const other = await church.recordGuestGift('Ann Lee', 'lee@x.test');
    expect(other.body.donorId).not.toBe(first.body.donorId);
    const bo = await church.recordGuestGift('Bo Li');
    expect((await church.recordGuestGift('Bo Li', 'bo@x.test')).body).toMatchObject({
      donorId: bo.body.donorId,
      guestEmail: 'bo@x.test',
    });
    expect((await church.recordGuestGift('Bo Li', 'li@x.test')).body.donorId).not.toBe(
      bo.body.donorId,
    );
  });

  it('needs an email address or a phone number if several guests have the name', async () => {
    await church.recordGuestGift('Ann Lee', 'ann@x.test');
    await church.recordGuestGift('Ann Lee', 'lee@x.test', '(555) 010-0199');
    const refusal = await church.recordGuestGift('Ann Lee');
    expect(refusal).toMatchObject({
      status: 409,
      body: {
        message:
          '2 guests are named Ann Lee. Please enter the email address of the one who gave this.',
        issues: [{ path: 'guestEmail' }],
      },
    });
    expect(
      (await church.recordGuestGift('Ann Lee', undefined, '+1 555 010 0199')).body,
    ).toMatchObject({
      guestEmail: 'lee@x.test',
    });
  });

  it('becomes another guest if the address in a gift is changed, but not the phone', async () => {
    const [first, second] = [
      await church.recordGuestGift('Ann Lee', 'ann@x.test'),
      await church.recordGuestGift('Ann Lee', 'ann@x.test'),
    ];
    const moved = await church.secretary.patch<Donation>(`/api/admin/donations/${first.body.id}`, {
      guestEmail: 'lee@x.test',
    });
    expect(moved.body).toMatchObject({ donorName: 'Ann Lee', guestEmail: 'lee@x.test' });
    expect(moved.body.donorId).not.toBe(second.body.donorId);
    const named = await church.secretary.patch<Donation>(`/api/admin/donations/${first.body.id}`, {
      guestFirstName: 'Anne',
    });
    expect(named.body).toMatchObject({ donorName: 'Anne Lee', guestEmail: 'lee@x.test' });
    await church.secretary.patch(`/api/admin/donations/${second.body.id}`, { guestPhone: '555' });
    expect(
      (await church.secretary.get<Donation>(`/api/admin/donations?donorId=${second.body.donorId}`))
        .body,
    ).toMatchObject([{ guestPhone: '555', donorId: second.body.donorId }]);
  });

  it('is found by the address in the check for equal donations', async () => {
    await church.recordGuestGift('Ann Lee', 'ann@x.test');
    await church.recordGuestGift('Ann Lee', 'lee@x.test');
    const check = async (query: string) =>
      (
        await church.secretary.get(
          '/api/donations/check?guestFirstName=Ann&guestLastName=Lee&amount=1&date=2020-01-01' +
            query,
        )
      ).body;
    expect(await check('&guestEmail=ann@x.test')).toMatchObject({ again: 1, donorName: 'Ann Lee' });
    expect(await check('')).toMatchObject({ again: 0, donorName: null });
  });
});
