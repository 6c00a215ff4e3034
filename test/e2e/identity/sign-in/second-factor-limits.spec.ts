import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import type { FactorSetUp, RecoveryCodes } from '#libs/contracts';
import { password, type Client } from '../../../support/app.js';
import { tokenIn, waitForEmail } from '../../../support/email/emails.js';
import { cookieFrom } from '../../../support/visitors.js';
import {
  forwardedForHeader,
  repeatAtOnce,
  startLimitedPortal,
  type LimitedPortal,
} from './attempts.js';

let portal: LimitedPortal;
beforeAll(async () => {
  portal = await startLimitedPortal();
});
afterAll(() => portal.app.close());
beforeEach(() => portal.clearLimits());

describe('wrong codes of the second factor', () => {
  let secret: string;
  let recovery: string[];
  let running: Client;
  const startLimitedSession = async () =>
    portal.visitors.withCookie(cookieFrom(await portal.visitors.login('code@grace.test')));
  const code = (ahead = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: Date.now() + ahead * 30_000,
    });
  const enter = (client: Client, typedCode: string, address: string) =>
    client.post('/api/login/mfa', { code: typedCode }, forwardedForHeader(address));
  beforeAll(async () => {
    await portal.app.database.asSuperuser('delete from rate_limit');
    running = await portal.visitors.enter('code@grace.test');
    await running.put('/api/auth/profile', {
      firstName: 'C',
      lastName: 'D',
      phone: '555-123-4567',
    });
    secret = (
      await running.post<FactorSetUp>('/api/auth/mfa/setup', { method: 'authenticator', password })
    ).body.secret!;
    recovery = (await running.post<RecoveryCodes>('/api/auth/mfa/confirm', { code: code(-1) })).body
      .recoveryCodes;
  });

  it('end a sign-in after five attempts, even if these are simultaneous', async () => {
    const client = await startLimitedSession();
    const answers = await repeatAtOnce(150, (n) =>
      enter(client, String(100_000 + n), `203.0.${n}.1`),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400, 401]));
    expect(await enter(client, code(), '203.0.113.200')).toMatchObject({
      status: 401,
      body: { message: 'Please sign in with your password again.' },
    });
  });

  it('are limited to twenty an hour for each account', async () => {
    const tried: number[] = [];
    for (let round = 0; round < 12; round++) {
      const client = await startLimitedSession();
      tried.push(
        ...(
          await repeatAtOnce(4, (n) => enter(client, String(200_000 + n), `198.51.${round}.${n}`))
        ).map(({ status }) => status),
      );
      await portal.app.database.asSuperuser(`delete from rate_limit where subject like 'factor:%'`);
    }
    expect(tried.filter((status) => status === 400)).toHaveLength(20);
    expect(tried.filter((status) => status === 429)).toHaveLength(28);
    expect((await enter(await startLimitedSession(), code(), '198.51.100.77')).status).toBe(429);
    expect((await running.get('/api/auth/user')).status).toBe(200);
    await waitForEmail(
      portal.app,
      'code@grace.test',
      'Somebody is trying to sign in to your account',
    );
    expect(
      await portal.app.database.asSuperuser(
        `select 1 from jobs.job where name = 'mail' and data::text like '%is trying to sign in%'`,
      ),
    ).toHaveLength(1);
    expect((await enter(await startLimitedSession(), recovery[0]!, '198.51.100.78')).status).toBe(
      200,
    );
    // A new password by email removes the limit.
    await portal.app.visitor.post(
      '/api/auth/forgot-password',
      { email: 'code@grace.test' },
      forwardedForHeader('198.51.100.79'),
    );
    const token = tokenIn(
      await waitForEmail(portal.app, 'code@grace.test', 'Choose a new password'),
      'reset-password',
    );
    expect(
      (await portal.app.visitor.post('/api/auth/reset-password', { token, password })).status,
    ).toBe(204);
    expect((await enter(await startLimitedSession(), code(), '198.51.100.80')).status).toBe(200);
  });
});
