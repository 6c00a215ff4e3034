import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DeviceSession, User } from '#libs/contracts';
import { give, password, startApp, under, type TestApp } from '../../../support/app.js';
import { queuedEmails, waitForEmail, tokenIn } from '../../../support/email/emails.js';
import { visitorsOf } from '../../../support/visitors.js';

let app: TestApp;
let grace: string;
let login: ReturnType<typeof visitorsOf>['login'];
let enter: ReturnType<typeof visitorsOf>['enter'];
let register: ReturnType<typeof visitorsOf>['register'];
let newcomer: ReturnType<typeof visitorsOf>['newcomer'];
beforeAll(async () => {
  app = await startApp({ env: { BASE_URL: 'http://portal.example' } });
  ({ login, enter, register, newcomer } = visitorsOf(app));
  grace = await app.church('grace');
  await app.person(await app.church('hope'), { email: 'admin@hope.test', role: 'admin' });
  await app.person(grace, { email: 'admin@grace.test', role: 'admin' });
});
afterAll(() => app.close());
/** Deletes the counters of attempts and emails, so that no test is limited by another one. */
beforeEach(() => app.database.asSuperuser('delete from rate_limit; delete from email_request'));

describe('an email address', () => {
  it('is unconfirmed until the link of the email is opened, which works once', async () => {
    const ruth = await newcomer('ruth@grace.test');
    expect((await ruth.get<User>('/api/auth/user')).body).toMatchObject({ emailVerified: false });
    const mail = await waitForEmail(app, 'ruth@grace.test', 'Please confirm your email address');
    expect(mail.from).toMatchObject({ name: 'Church grace' });
    const token = tokenIn(mail, 'verify-email');
    expect(
      (await app.visitor.post('/api/auth/verify-email', { token: `${token.slice(1)}x` })).status,
    ).toBe(400);
    expect(await app.visitor.post('/api/auth/verify-email', { token })).toMatchObject({
      status: 400,
      body: { code: 'password-needed', email: 'ruth@grace.test', hasPassword: true },
    });
    expect(
      await app.visitor.post('/api/auth/verify-email', { token, password: 'somebody else’s' }),
    ).toMatchObject({ status: 400, body: { message: 'Your current password is not right.' } });
    expect((await ruth.post('/api/auth/verify-email', { token, password })).status).toBe(204);
    expect(await app.visitor.post('/api/auth/verify-email', { token, password })).toMatchObject({
      status: 400,
      body: { code: 'stale-link' },
    });
    expect((await ruth.get<User>('/api/auth/user')).body).toMatchObject({
      emailVerified: true,
      isApproved: false,
    });
  });

  it('can be confirmed by a new email, whose number is limited, and by older links', async () => {
    const client = await newcomer('again@grace.test');
    const first = tokenIn(
      await waitForEmail(app, 'again@grace.test', 'Please confirm your email address'),
      'verify-email',
    );
    expect((await client.post('/api/auth/verify-email/send')).status).toBe(204);
    const second = tokenIn(
      await waitForEmail(app, 'again@grace.test', 'Please confirm your email address'),
      'verify-email',
    );
    const link = (token: string) =>
      app.visitor.post('/api/auth/link', { token, for: 'verify-email' });
    expect((await link(second)).status).toBe(204);
    expect(await link(first)).toMatchObject({
      status: 200,
      body: { newerSentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
    });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => client.post('/api/auth/verify-email/send')),
    );
    for (let n = 0; n < 8; n++) answers.push(await client.post('/api/auth/verify-email/send'));
    expect(answers.at(-1)).toMatchObject({ status: 429 });
    expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(second).not.toBe(first);
    await app.database.asSuperuser('delete from rate_limit; delete from email_request');
  });

  it('gives its owner the user and the donations if staff added the user', async () => {
    const { id } = await app.person(grace, {
      email: 'boaz@grace.test',
      firstName: 'Boaz',
      signsIn: false,
    });
    await give(app.as('admin@grace.test'), id, { amount: '70.00' });
    const answer = await register('Boaz@grace.test', { firstName: 'Not', lastName: 'Boaz' });
    expect(answer).toMatchObject({ status: 201, body: { firstName: 'Not', isApproved: false } });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await login('boaz@grace.test')).toMatchObject({
      status: 403,
      body: { code: 'unverified' },
    });
    const token = tokenIn(
      await waitForEmail(app, 'boaz@grace.test', 'Please confirm your email address'),
      'verify-email',
    );
    const laterToken = tokenIn(
      await waitForEmail(app, 'boaz@grace.test', 'Please confirm your email address'),
      'verify-email',
    ); // sent by the attempt to sign in
    const answers = [
      await app.visitor.post('/api/auth/verify-email', { token, password }),
      await app.visitor.post('/api/auth/verify-email', { token: laterToken, password }),
    ];
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
    const boaz = await enter('boaz@grace.test');
    expect((await boaz.get<User>('/api/auth/user')).body).toMatchObject({
      id,
      firstName: 'Boaz',
      isApproved: true,
      emailVerified: true,
    });
    expect((await boaz.get<{ total: string }>('/api/user/donations/total')).body.total).toBe(
      '70.00',
    );
  });

  it('is added to another church only if the password of its account is given', async () => {
    await app.person(grace, { email: 'two@grace.test' });
    const listPendingEmails = async () =>
      (await app.as('admin@hope.test').get<User[]>('/api/users/pending')).body.map(
        ({ email }) => email,
      );
    expect(
      (await register('two@grace.test', { organizationSlug: 'hope', password: 'another good one' }))
        .status,
    ).toBe(201);
    expect(await listPendingEmails()).toEqual([]);
    expect((await register('two@grace.test', { organizationSlug: 'hope' })).status).toBe(201);
    expect(await listPendingEmails()).toEqual(['two@grace.test']);
    expect(
      (
        await under(app, 'grace.localhost').post('/api/login', {
          email: 'two@grace.test',
          password,
        })
      ).status,
    ).toBe(200);
  });
});

describe('a password', () => {
  it('can be chosen by any of the five newest links until one is used', async () => {
    await app.person(grace, { email: 'links@grace.test' });
    const tokens: string[] = [];
    for (let n = 0; n < 6; n++) {
      await app.visitor.post('/api/auth/forgot-password', { email: 'links@grace.test' });
      tokens.push(
        tokenIn(
          await waitForEmail(app, 'links@grace.test', 'Choose a new password'),
          'reset-password',
        ),
      );
      await app.database.asSuperuser('delete from email_request');
    }
    const statuses = async () => {
      const all: number[] = [];
      for (const token of tokens) {
        await app.database.asSuperuser('delete from rate_limit');
        const linkBody = { token, for: 'reset-password' };
        all.push((await app.visitor.post('/api/auth/link', linkBody)).status);
      }
      return all;
    };
    const [oldest, ...newest] = await statuses();
    expect(oldest).toBe(400);
    for (const status of newest) expect([200, 204]).toContain(status);
    const used = { token: tokens[1]!, password: 'a password of links' };
    expect((await app.visitor.post('/api/auth/reset-password', used)).status).toBe(204);
    expect(await statuses()).toEqual(tokens.map(() => 400));
  });

  it('that was forgotten can be replaced with a link, and then all sessions end', async () => {
    await app.person(grace, { email: 'forgot@grace.test' });
    const before = await enter('forgot@grace.test');
    const ask = (email: string, host?: string) =>
      (host ? under(app, host) : app.visitor).post('/api/auth/forgot-password', { email });
    expect([
      (await ask('forgot@grace.test', 'evil.example')).status,
      (await ask('nobody@grace.test')).status,
    ]).toEqual([204, 204]);
    const token = tokenIn(
      await waitForEmail(app, 'forgot@grace.test', 'Choose a new password'),
      'reset-password',
    );
    expect(
      await app.visitor.post('/api/auth/reset-password', { token, password: 'password123' }),
    ).toMatchObject({
      status: 400,
      body: { message: 'That password is too easy to guess. Please choose another.' },
    });
    const fresh = 'a quite new password';
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.visitor.post('/api/auth/reset-password', { token, password: fresh })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400]);
    expect((await before.get('/api/auth/user')).status).toBe(401);
    expect((await login('forgot@grace.test')).status).toBe(401);
    expect((await login('forgot@grace.test', fresh)).status).toBe(200);
    await waitForEmail(app, 'forgot@grace.test', 'Your password was changed');
    expect(await queuedEmails(app.database, 'nobody@grace.test')).toEqual([]);
  });

  it('is changed by a user who knows it, which ends all other sessions', async () => {
    await app.person(grace, { email: 'change@grace.test' });
    const [ownSession, otherSession] = [
      await enter('change@grace.test'),
      await enter('change@grace.test'),
    ];
    const change = (currentPassword: string, newPassword: string) =>
      ownSession.post('/api/auth/password', { currentPassword, newPassword });
    expect(await change('not it at all', 'a second password')).toMatchObject({
      status: 400,
      body: { message: 'Your current password is not right.' },
    });
    expect(await change(password, 'short')).toMatchObject({
      status: 400,
      body: { message: 'Password must be at least 8 characters' },
    });
    expect((await change(password, 'a second password')).status).toBe(204);
    expect([
      (await ownSession.get('/api/auth/user')).status,
      (await otherSession.get('/api/auth/user')).status,
    ]).toEqual([200, 401]);
    expect((await login('change@grace.test', 'a second password')).status).toBe(200);
  });
});

describe('an unconfirmed address', () => {
  it('gets no email about new passwords of its account', async () => {
    const client = await newcomer('stranger@far.test');
    const change = (currentPassword: string, newPassword: string) =>
      client.post('/api/auth/password', { currentPassword, newPassword });
    for (let n = 0; n < 3; n++)
      expect(
        (await change(n === 0 ? password : `another one ${n - 1}`, `another one ${n}`)).status,
      ).toBe(204);
    expect(
      (await queuedEmails(app.database, 'stranger@far.test')).map(({ subject }) => subject),
    ).toEqual(['Please confirm your email address']);
  });
});

describe('the devices of a user', () => {
  it('are listed, and can be signed out only by this user, one by one or all at once', async () => {
    await app.person(grace, { email: 'devices@grace.test' });
    const [first, second, third] = [
      await enter('devices@grace.test'),
      await enter('devices@grace.test'),
      await enter('devices@grace.test'),
    ];
    const { body } = await first.get<DeviceSession[]>('/api/auth/sessions');
    expect(body.map(({ current }) => current).sort()).toEqual([false, false, true]);
    expect(JSON.stringify(body)).not.toMatch(/[0-9a-f]{64}/); // the id of a session in the database
    const other = body.find(({ current }) => !current)!;
    expect((await app.as('admin@grace.test').delete(`/api/auth/sessions/${other.id}`)).status).toBe(
      404,
    );
    expect((await first.delete(`/api/auth/sessions/${other.id}`)).status).toBe(204);
    expect(
      (await Promise.all([second, third].map((client) => client.get('/api/auth/user'))))
        .map(({ status }) => status)
        .sort(),
    ).toEqual([200, 401]);
    expect((await first.delete('/api/auth/sessions')).status).toBe(204);
    for (const client of [first, second, third])
      expect((await client.get('/api/auth/user')).status).toBe(401);
  });
});
