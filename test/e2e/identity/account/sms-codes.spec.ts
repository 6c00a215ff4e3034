import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RecoveryCodes } from '#libs/contracts';
import { password, startApp, type Client, type TestApp } from '../../../support/app.js';
import { Twilio } from '../../../support/doubles/twilio.js';
import { cookieFrom, visitorsOf } from '../../../support/visitors.js';

const twilio = new Twilio();
let app: TestApp;
let grace: string;
let visitors: ReturnType<typeof visitorsOf>;
beforeAll(async () => {
  await twilio.start();
  app = await startApp({ env: { BASE_URL: 'http://portal.example', ...twilio.environment } });
  visitors = visitorsOf(app);
  grace = await app.church('grace');
  await app.person(grace, { email: 'admin@grace.test', role: 'admin' });
  await app.as('admin@grace.test').post('/api/settings', { key: 'smsNews', value: 'on' });
});
afterAll(async () => {
  await app.close();
  twilio.stop();
});
beforeEach(async () => {
  await app.database.asSuperuser('delete from rate_limit; delete from sent_code');
  twilio.sent.length = 0;
});

let people = 0;
const lastCode = () => /^(\d{6}) is/.exec(twilio.sent.at(-1)!.text)![1]!;
/**
 * Moves the sent codes one minute into the past, because no code is sent again for half a minute.
 */
const passTime = () =>
  app.database.asSuperuser(`update sent_code set sent_at = sent_at - interval '1 minute'`);
async function personWithPhone(): Promise<{ email: string; client: Client }> {
  people += 1;
  const email = `person${people}@grace.test`;
  await app.person(grace, { email });
  const client = await visitors.enter(email);
  const phone = `706555${1000 + people}`;
  await client.put('/api/auth/profile', { firstName: 'A', lastName: 'B', phone });
  return { email, client };
}
/** Turns the second factor on, which uses the first code of the hour. */
async function personWithFactor(): Promise<{ email: string; recoveryCodes: string[] }> {
  const { email, client } = await personWithPhone();
  await client.post('/api/auth/mfa/setup', { method: 'sms', password });
  const { body } = await client.post<RecoveryCodes>('/api/auth/mfa/confirm', { code: lastCode() });
  return { email, recoveryCodes: body.recoveryCodes };
}
const throttled = { status: 429, body: { code: 'throttled' } };

describe('codes by SMS', () => {
  it('are sent at most five times an hour to an account for successive sign-ins', async () => {
    const { email } = await personWithFactor();
    for (let n = 2; n <= 5; n++) {
      const waitingClient = visitors.withCookie(cookieFrom(await visitors.login(email)));
      expect(twilio.sent).toHaveLength(n);
      expect((await waitingClient.post('/api/login/mfa', { code: lastCode() })).status).toBe(200);
    }
    const sixth = await visitors.login(email);
    expect(sixth).toMatchObject(throttled);
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(twilio.sent).toHaveLength(5);
    await app.database.asSuperuser(
      `update rate_limit set last_at = last_at - interval '61 minutes'`,
    );
    expect((await visitors.login(email)).status).toBe(200);
    expect(twilio.sent).toHaveLength(6);
  });

  it('are sent at most five times an hour if they are requested every half minute', async () => {
    const { email } = await personWithFactor();
    const waitingClient = visitors.withCookie(cookieFrom(await visitors.login(email)));
    for (let n = 3; n <= 5; n++) {
      await passTime();
      expect((await waitingClient.post('/api/login/mfa/send')).status).toBe(204);
    }
    await passTime();
    expect(await waitingClient.post('/api/login/mfa/send')).toMatchObject(throttled);
    expect(twilio.sent).toHaveLength(5);
    // The last code that was sent is still valid.
    expect((await waitingClient.post('/api/login/mfa', { code: lastCode() })).status).toBe(200);
  });

  it('are sent at most five times an hour, also for simultaneous sign-ins', async () => {
    const { email } = await personWithFactor();
    for (let round = 0; round < 4; round++) {
      await passTime();
      await Promise.all([1, 2, 3].map(() => visitors.login(email)));
    }
    expect(twilio.sent.length).toBeLessThanOrEqual(5);
  });

  it('can be replaced by a recovery code when the limit is reached', async () => {
    const { email, recoveryCodes } = await personWithFactor();
    for (let n = 2; n <= 6; n++) {
      await passTime();
      await visitors.login(email);
    }
    const limitedSignIn = await visitors.login(email);
    await passTime();
    const waitingClient = visitors.withCookie(cookieFrom(limitedSignIn));
    expect((await waitingClient.post('/api/login/mfa', { code: recoveryCodes[0] })).status).toBe(
      200,
    );
  });

  it('have one limit for sign-in, set-up and the phone number of the profile', async () => {
    const { client } = await personWithPhone();
    for (let n = 0; n < 3; n++) {
      await passTime();
      expect((await client.post('/api/auth/mfa/setup', { method: 'sms', password })).status).toBe(
        200,
      );
    }
    for (let n = 0; n < 2; n++) {
      await passTime();
      expect((await client.post('/api/user/sms/code')).status).toBe(200);
    }
    await passTime();
    expect(await client.post('/api/user/sms/code')).toMatchObject(throttled);
    expect(twilio.sent).toHaveLength(5);
  });

  it('do not count for another account', async () => {
    const [first, second] = [await personWithFactor(), await personWithFactor()];
    for (let n = 2; n <= 6; n++) {
      await passTime();
      await visitors.login(first.email);
    }
    expect((await visitors.login(second.email)).status).toBe(200);
  });
});
