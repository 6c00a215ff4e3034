import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PromoCodeChecked } from '#libs/contracts';
import { expectInLog } from '../../support/program/log.js';
import { choose, PayingChurches, readPlan } from '../../support/stripe/churches.js';

expectInLog(/"message":"Stripe refused or was away".*"statusCode":500/);

let paying: PayingChurches;
beforeAll(async () => {
  paying = await PayingChurches.start();
});
afterAll(() => paying.stop());
beforeEach(() => paying.repairStripe());

describe('a promo code', () => {
  it('is accepted in upper and lower case, and repeated guesses have to wait', async () => {
    expect(
      await paying.app.visitor.post<PromoCodeChecked>('/api/promo-codes/check', {
        code: ' faith20 ',
      }),
    ).toMatchObject({ status: 200, body: { code: 'FAITH20', discount: 20 } });
    for (const code of ['', 'nothing', 'FAITH2', 'FAITH20,HOPE20'])
      expect(await paying.app.visitor.post('/api/promo-codes/check', { code })).toMatchObject({
        status: 400,
        body: { message: 'Invalid Promo Code' },
      });
    for (let tries = 0; tries < 3; tries++)
      await paying.app.visitor.post('/api/promo-codes/check', { code: 'guess' });
    expect(
      (await paying.app.visitor.post('/api/promo-codes/check', { code: 'FAITH20' })).status,
    ).toBe(429);
    await paying.app.database.asSuperuser('delete from rate_limit');
  });

  it('is reserved when a plan is chosen, and used when the card is confirmed', async () => {
    const { id, admin } = await paying.church();
    expect(await choose(admin, 'basic', { promoCode: 'nonsense' })).toMatchObject({
      status: 400,
      body: { message: 'Invalid Promo Code' },
    });
    expect(
      (await choose(admin, 'basic', { promoCode: 'faith20', discount: 90 })).body,
    ).toMatchObject({ discount: 20 });
    expect(await paying.books(id)).toMatchObject({ usedPromoCodes: [] });
    expect(await readPlan(admin)).toMatchObject({ promoCode: 'FAITH20' });
    expect((await choose(admin, 'standard', { promoCode: 'FAITH20' })).body).toMatchObject({
      discount: 20,
    });
    expect((await choose(admin, 'standard')).body).toMatchObject({ discount: 0 });
    await paying.subscribe(admin, 'standard', { promoCode: 'FAITH20' });
    expect(await readPlan(admin)).toMatchObject({ price: '64.00', promoCode: null });
    expect(await paying.books(id)).toMatchObject({
      usedPromoCodes: ['FAITH20'],
      subscriptionPrice: '64.00',
    });
    expect(await choose(admin, 'premium', { promoCode: 'Faith20' })).toMatchObject({
      status: 409,
      body: { message: 'This promo code has already been used by your organization.' },
    });
    expect((await choose(admin, 'premium')).body).toMatchObject({
      clientSecret: null,
      discount: 20,
    });
    expect(await readPlan(admin)).toMatchObject({ planId: 'premium', price: '143.20' });
    expect(paying.couponsOf(paying.subscriptionsOf(id)[0]!)).toEqual(['church-connect-20-percent']);
  });

  it('can be used once for a subscription; an expired one is ignored', async () => {
    const { id, admin } = await paying.church();
    await paying.subscribe(admin, 'basic', { promoCode: 'FAITH20' });
    expect(await choose(admin, 'standard', { promoCode: 'HOPE20' })).toMatchObject({
      status: 409,
      body: { message: 'Your subscription has its discount already.' },
    });
    expect(await paying.books(id)).toMatchObject({ usedPromoCodes: ['FAITH20'] });
    const other = await paying.church();
    await paying.app.database.asSuperuser(
      `update organization set promo_code = 'EASTER' where id = '${other.id}'`,
    );
    expect(await readPlan(other.admin)).toMatchObject({ promoCode: null });
  });

  it('is kept from the registration until the church subscribes', async () => {
    const { id, admin, slug } = await paying.church();
    await paying.app.database.asSuperuser(
      `update organization set promo_code = 'HOPE20' where id = '${id}'`,
    );
    expect(await readPlan(admin)).toMatchObject({ promoCode: 'HOPE20' });
    await paying.app.person(id, { email: `plain@${slug}.test` });
    expect(await readPlan(paying.app.as(`plain@${slug}.test`))).toMatchObject({
      promoCode: null,
    });
  });
});
