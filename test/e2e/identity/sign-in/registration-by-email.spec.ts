import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import type { FactorSetUp, LoginResponse, RecoveryCodes, User } from '#libs/contracts';
import { clientOf, password, type Answer } from '../../../support/app.js';
import { startMailPortal, type MailPortal } from '../../../support/email/mail-portal.js';
import { expectInLog } from '../../../support/program/log.js';
import { cookieFrom } from '../../../support/visitors.js';

expectInLog(/"context":"jobs".*"code":"EMESSAGE"/);

let portal: MailPortal;
beforeAll(async () => {
  portal = await startMailPortal();
});
afterAll(() => portal.close());

const withCookie = (answer: Answer) =>
  clientOf(portal.app.url, () => Promise.resolve(cookieFrom(answer)));
const signIn = (secret: string) =>
  portal.app.visitor.post<LoginResponse>('/api/login', {
    email: 'anna@temple.test',
    password: secret,
  });
const tokenIn = async (subject: string) =>
  /token=([\w-]+)/.exec((await portal.mail.waitForEmail('anna@temple.test', subject)).text!)![1]!;

it('a user can register, turn on a second factor and reset the password by email', async () => {
  await portal.app.church('temple', { name: 'The Temple' });
  portal.mail.putOff = 1; // Mail servers do this with unknown senders.
  await portal.app.visitor.post('/api/register', {
    email: 'anna@temple.test',
    password,
    firstName: 'Anna',
    lastName: 'Phanuel',
    organizationSlug: 'temple',
  });
  const confirmation = await portal.mail.waitForEmail(
    'anna@temple.test',
    'confirm your email address',
  );
  expect(confirmation).toMatchObject({
    from: { name: 'The Temple', address: 'portal@church.example' },
  });
  expect(confirmation.text).toContain('http://portal.example/verify-email?token=');
  expect(
    (
      await portal.app.visitor.post('/api/auth/verify-email', {
        token: await tokenIn('confirm your email address'),
        password,
      })
    ).status,
  ).toBe(204);

  const client = withCookie(await signIn(password));
  expect((await client.get<User>('/api/auth/user')).body).toMatchObject({
    emailVerified: true,
    isApproved: false,
  });
  await portal.app.database.asSuperuser(
    `update app_user set is_approved = true where email = 'anna@temple.test'`,
  );
  await client.put('/api/auth/profile', {
    firstName: 'Anna',
    lastName: 'Phanuel',
    phone: '(555) 123-4567',
  });
  const { body: factorSetUp } = await client.post<FactorSetUp>('/api/auth/mfa/setup', {
    method: 'authenticator',
    password,
  });
  const generator = new TOTP({ secret: Secret.fromBase32(factorSetUp.secret!) });
  expect(
    (await client.post<RecoveryCodes>('/api/auth/mfa/confirm', { code: generator.generate() })).body
      .recoveryCodes,
  ).toHaveLength(10);

  await portal.app.visitor.post('/api/auth/forgot-password', { email: 'anna@temple.test' });
  const token = await tokenIn('Choose a new password');
  expect(
    (
      await portal.app.visitor.post('/api/auth/reset-password', {
        token,
        password: 'day and night in it',
      })
    ).status,
  ).toBe(204);
  expect((await client.get('/api/auth/user')).status).toBe(401);
  expect((await signIn(password)).status).toBe(401);
  const limitedSession = await signIn('day and night in it');
  expect(limitedSession.body).toEqual({ mfaRequired: true, method: 'authenticator' });
  expect((await withCookie(limitedSession).get('/api/auth/user')).status).toBe(401);
  const fullSession = await withCookie(limitedSession).post<LoginResponse>('/api/login/mfa', {
    code: generator.generate({ timestamp: Date.now() + 30_000 }),
  });
  expect(fullSession).toMatchObject({
    status: 200,
    body: { user: { email: 'anna@temple.test', mfaEnabled: true } },
  });
  expect((await withCookie(fullSession).get('/api/auth/user')).status).toBe(200);
  await portal.mail.waitForEmail('anna@temple.test', 'Your password was changed');
});
