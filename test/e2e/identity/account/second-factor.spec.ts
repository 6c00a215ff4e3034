import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import type { FactorSetUp, RecoveryCodes, Security, User, WaitingSignIn } from '#libs/contracts';
import {
  password,
  startApp,
  type Answer,
  type Client,
  type TestApp,
} from '../../../support/app.js';
import { waitForEmail, tokenIn } from '../../../support/email/emails.js';
import { Twilio } from '../../../support/doubles/twilio.js';
import { cookieFrom, visitorsOf } from '../../../support/visitors.js';

let app: TestApp;
let grace: string;
let withCookie: ReturnType<typeof visitorsOf>['withCookie'];
let login: ReturnType<typeof visitorsOf>['login'];
let enter: ReturnType<typeof visitorsOf>['enter'];
let register: ReturnType<typeof visitorsOf>['register'];
const twilio = new Twilio();
const { sent: sentTexts } = twilio;
beforeAll(async () => {
  await twilio.start();
  app = await startApp({ env: { BASE_URL: 'http://portal.example', ...twilio.environment } });
  ({ withCookie, login, enter, register } = visitorsOf(app));
  grace = await app.church('grace');
  await app.church('hope');
  await app.person(grace, { email: 'admin@grace.test', role: 'admin' });
});
afterAll(async () => {
  await app.close();
  twilio.stop();
});

describe('the second factor', () => {
  const setUp = (client: Client, method: string) =>
    client.post<FactorSetUp>('/api/auth/mfa/setup', { method, password });
  const codeOf = (secret: string, time = Date.now()) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time });
  const halfMinute = 30_000;

  it('is set up with a code of an authenticator app, and asked after the password', async () => {
    const { id } = await app.person(grace, { email: 'app@grace.test' });
    const client = await enter('app@grace.test');
    expect(
      await client.post('/api/auth/mfa/setup', { method: 'authenticator', password: 'not it' }),
    ).toMatchObject({ status: 400, body: { message: 'Your current password is not right.' } });
    expect(await client.post('/api/auth/mfa/setup', { method: 'authenticator' })).toMatchObject({
      status: 400,
      body: { message: 'Please enter your password.' },
    });
    expect(await setUp(client, 'authenticator')).toMatchObject({
      status: 400,
      body: {
        message: 'A phone number is required to enable MFA. Please add your phone number first.',
      },
    });
    await client.put('/api/auth/profile', {
      firstName: 'App',
      lastName: 'Tist',
      phone: '(555) 123-4567',
    });
    const { body: factorSetUp } = await setUp(client, 'authenticator');
    expect(factorSetUp.uri).toMatch(/^otpauth:\/\/totp\/Church%20Connect:app%40grace\.test\?/);
    expect(await client.post('/api/auth/mfa/confirm', { code: '000000' })).toMatchObject({
      status: 400,
      body: { code: 'wrong-code' },
    });
    expect((await client.get<User>('/api/auth/user')).body.mfaEnabled).toBe(false);
    const used = codeOf(factorSetUp.secret!);
    const {
      status,
      body: { recoveryCodes },
    } = await client.post<RecoveryCodes>('/api/auth/mfa/confirm', { code: used });
    expect([status, new Set(recoveryCodes).size]).toEqual([200, 10]);
    expect((await client.get<User>('/api/auth/user')).body.mfaEnabled).toBe(true);
    await waitForEmail(app, 'app@grace.test', 'Two-factor authentication was turned on');
    const [row] = await app.database.asSuperuser<{ factor_secret: string }>(
      `select factor_secret from account where email = 'app@grace.test'`,
    );
    expect(row!.factor_secret).not.toContain(factorSetUp.secret!);

    const first = await login('app@grace.test');
    expect(first.body).toEqual({ mfaRequired: true, method: 'authenticator' });
    const waitingCookie = cookieFrom(first);
    const waitingClient = withCookie(waitingCookie);
    // Only a browser that has sent the password learns which second factor is required.
    const readWaitingSignIn = async (visitor: Client) =>
      (await visitor.get<WaitingSignIn>('/api/login/mfa')).body;
    expect([
      await readWaitingSignIn(waitingClient),
      await readWaitingSignIn(app.visitor),
      await readWaitingSignIn(client),
      await readWaitingSignIn(withCookie('session=made-up')),
    ]).toEqual([{ method: 'authenticator' }, { method: null }, { method: null }, { method: null }]);
    const over = withCookie(cookieFrom(await login('app@grace.test')));
    await app.database.asSuperuser(
      'update session set expire = now() where awaits_factor and created_at = (select ' +
        'max(created_at) from session)',
    );
    expect([await readWaitingSignIn(over), await readWaitingSignIn(waitingClient)]).toEqual([
      { method: null },
      { method: 'authenticator' },
    ]);
    expect((await waitingClient.get('/api/auth/user')).status).toBe(401);
    expect((await waitingClient.get('/api/donations')).status).toBe(401);
    expect((await waitingClient.post('/api/auth/mfa/disable', { password })).status).toBe(401);
    expect(
      (
        await app.visitor.post('/api/login/mfa', {
          code: codeOf(factorSetUp.secret!, Date.now() + halfMinute),
        })
      ).status,
    ).toBe(401);
    // The code that turned the factor on cannot be used again. The next code is valid once, even in
    // three simultaneous requests.
    expect((await waitingClient.post('/api/login/mfa', { code: used })).status).toBe(400);
    const code = codeOf(factorSetUp.secret!, Date.now() + halfMinute);
    await app.database.asSuperuser('delete from rate_limit');
    const tries = await Promise.all(
      [1, 2, 3].map(async () =>
        withCookie(cookieFrom(await login('app@grace.test'))).post<{ user: User }>(
          '/api/login/mfa',
          { code },
        ),
      ),
    );
    expect(tries.map((answer) => answer.status).sort()).toEqual([200, 400, 400]);
    const through = tries.find((answer) => answer.status === 200)!;
    expect(through.body.user.id).toBe(id);
    expect((await withCookie(cookieFrom(through)).get('/api/auth/user')).status).toBe(200);
    expect(cookieFrom(through)).not.toBe(waitingCookie);

    await app.database.asSuperuser('delete from rate_limit');
    const secondClient = withCookie(cookieFrom(await login('app@grace.test')));
    expect((await secondClient.post('/api/login/mfa', { code: recoveryCodes[3] })).status).toBe(
      200,
    );
    expect(
      (
        await withCookie(cookieFrom(await login('app@grace.test'))).post('/api/login/mfa', {
          code: recoveryCodes[3],
        })
      ).status,
    ).toBe(400);
    expect((await client.get<Security>('/api/auth/security')).body).toMatchObject({
      factor: 'authenticator',
      recoveryCodes: 9,
    });
  });

  it('cannot be guessed, and is required also after a new password or a registration', async () => {
    await app.database.asSuperuser('delete from rate_limit');
    const waitingClient = withCookie(cookieFrom(await login('app@grace.test')));
    const next = withCookie(cookieFrom(await login('app@grace.test')));
    const answers: Answer[] = [];
    for (let n = 0; n < 8; n++)
      answers.push(
        await (n < 4 ? waitingClient : next).post('/api/login/mfa', { code: String(100_000 + n) }),
      );
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
    await app.database.asSuperuser('delete from rate_limit');
    await app.visitor.post('/api/auth/forgot-password', { email: 'app@grace.test' });
    const token = tokenIn(
      await waitForEmail(app, 'app@grace.test', 'Choose a new password'),
      'reset-password',
    );
    expect(
      (
        await app.visitor.post('/api/auth/reset-password', { token, password: 'yet another one' })
      ).headers.getSetCookie(),
    ).toEqual([]);
    expect((await login('app@grace.test', 'yet another one')).body.mfaRequired).toBe(true);
    const secondRegistration = await register('app@grace.test', {
      organizationSlug: 'hope',
      password: 'yet another one',
    });
    expect([secondRegistration.status, secondRegistration.headers.getSetCookie()]).toEqual([
      201,
      [],
    ]);
  });

  it('sends a code by SMS to the phone of the profile, which is valid once', async () => {
    await app.person(grace, { email: 'sms@grace.test' });
    const client = await enter('sms@grace.test');
    await client.put('/api/auth/profile', {
      firstName: 'Short',
      lastName: 'Message',
      phone: '555.987.6543',
    });
    const codeSent = () => /^(\d{6}) is your Church Connect code/.exec(sentTexts.at(-1)!.text)![1]!;
    expect(await setUp(client, 'sms')).toMatchObject({
      status: 200,
      body: { method: 'sms', secret: null, phone: '6543' },
    });
    expect(sentTexts.at(-1)).toMatchObject({ to: '+15559876543' });
    expect((await client.post('/api/auth/mfa/confirm', { code: codeSent() })).status).toBe(200);

    const before = sentTexts.length;
    const waitingClient = withCookie(cookieFrom(await login('sms@grace.test')));
    expect(sentTexts).toHaveLength(before + 1);
    // It is too early for another code, because the last one is still being delivered.
    expect((await waitingClient.post('/api/login/mfa/send')).status).toBe(204);
    expect(sentTexts).toHaveLength(before + 1);
    const code = codeSent();
    expect((await waitingClient.post('/api/login/mfa', { code })).status).toBe(200);
    const next = withCookie(cookieFrom(await login('sms@grace.test')));
    expect((await next.post('/api/login/mfa', { code })).status).toBe(400);
    expect(
      (
        await app.database.asSuperuser<{ code_hash: string }>(`select code_hash from sent_code`)
      ).every(({ code_hash }) => !code_hash.includes(code)),
    ).toBe(true);
  });

  it('can be turned off only with the password or a code', async () => {
    await app.database.asSuperuser('delete from rate_limit');
    await app.person(grace, { email: 'off@grace.test' });
    const client = await enter('off@grace.test');
    await client.put('/api/auth/profile', {
      firstName: 'Off',
      lastName: 'Again',
      phone: '555-123-4567',
    });
    const { body } = await setUp(client, 'authenticator');
    await client.post('/api/auth/mfa/confirm', { code: codeOf(body.secret!) });
    expect(await setUp(client, 'authenticator')).toMatchObject({ status: 409 });
    for (const proof of [{}, { password: 'wrong one' }, { code: '123456' }])
      expect((await client.post('/api/auth/mfa/disable', proof)).status).toBe(400);
    const fresh = await client.post<RecoveryCodes>('/api/auth/mfa/recovery-codes', { password });
    expect(fresh.body.recoveryCodes).toHaveLength(10);
    const notice = await waitForEmail(app, 'off@grace.test', 'New recovery codes were created');
    expect(notice.text).not.toContain(fresh.body.recoveryCodes[0]);
    expect(notice.text).toContain('http://portal.example/forgot-password');
    expect(
      await client.post('/api/auth/mfa/disable', { code: fresh.body.recoveryCodes[0] }),
    ).toMatchObject({ status: 200, body: { factor: null, recoveryCodes: 0 } });
    expect((await client.get<User>('/api/auth/user')).body.mfaEnabled).toBe(false);
    await waitForEmail(app, 'off@grace.test', 'Two-factor authentication was turned off');
    expect((await login('off@grace.test')).body.user).toBeDefined();
  });
});
