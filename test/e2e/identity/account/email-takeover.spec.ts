import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { StaffUser } from '#libs/contracts';
import {
  clientOf,
  password,
  signIn,
  startApp,
  type Answer,
  type Client,
  type TestApp,
} from '../../../support/app.js';
import { queuedEmails, waitForEmail, tokenIn } from '../../../support/email/emails.js';

let app: TestApp;
let grace: string;
let hope: string;
let admin: Client;
beforeAll(async () => {
  app = await startApp({ env: { BASE_URL: 'http://portal.example' } });
  grace = await app.church('grace', { name: 'Grace' });
  hope = await app.church('hope', { name: 'Hope' });
  await app.person(grace, { email: 'admin@grace.test', role: 'admin' });
  await app.person(grace, { email: 'secretary@grace.test', role: 'secretary' });
  await app.person(hope, { email: 'admin@hope.test', role: 'admin' });
  admin = app.as('admin@grace.test');
});
afterAll(() => app.close());
beforeEach(() => app.db.platform((tx) => tx.sql('delete from rate_limit')));

let made = 0;
const newcomer = async () => {
  const person = await app.person(grace, { email: `old${++made}@grace.test` });
  return { ...person, next: `new${made}@grace.test`, client: await device(person.email) };
};
const device = async (email: string) => {
  const cookie = await signIn(app.visitor, email);
  return clientOf(app.url, () => Promise.resolve(cookie));
};
const write = (id: string, email: string, by = admin) =>
  by.put<StaffUser>(`/api/admin/users/${id}`, { email });
const linkTo = async (email: string) =>
  tokenIn(await waitForEmail(app, email, 'Please confirm your new email address'), 'verify-email');
const confirm = (client: Client, token: string, secret: string | undefined = password) =>
  client.post<{ code: string; message: string }>('/api/auth/verify-email', {
    token,
    ...(secret === '' ? {} : { password: secret }),
  });
const login = (email: string, secret = password) =>
  app.visitor.post<{ mfaRequired?: boolean }>('/api/login', { email, password: secret });
const entry = async (id: string, by = admin) =>
  (await by.get<StaffUser[]>('/api/admin/users')).body.find((person) => person.id === id)!;
const emails = async (to: string) =>
  (await queuedEmails(app.database, to)).map(({ subject }) => subject);
/** Everything of an account that says who it belongs to. */
const account = async (email: string) =>
  (
    await app.db.platform((tx) =>
      tx.sql<{ id: string; email: string; password_hash: string }>(
        'select id, email, password_hash from account where email = $1',
        [email],
      ),
    )
  )[0];

describe('taking over an account by its address', () => {
  it('does not work for an admin in any way', async () => {
    const victim = await newcomer();
    const before = await account(victim.email);
    const mine = 'mallory@evil.test';
    await write(victim.id, mine);
    const token = await linkTo(mine);
    expect(await confirm(app.visitor, token)).toMatchObject({ status: 401 });
    for (const by of [admin, app.as('admin@hope.test')])
      expect(await confirm(by, token)).toMatchObject({
        status: 403,
        body: { code: 'other-account' },
      });
    expect((await app.visitor.post('/api/auth/forgot-password', { email: mine })).status).toBe(204);
    expect(
      (
        await app.visitor.post('/api/register', {
          email: mine,
          password,
          firstName: 'M',
          lastName: 'Y',
          organizationSlug: 'grace',
        })
      ).status,
    ).toBe(201);
    expect((await waitForEmail(app, mine, 'Joining Grace')).text).not.toContain('token=');
    expect((await login(mine)).status).toBe(401);
    await waitForEmail(app, victim.email, 'Another email address was entered for you');
    expect(await emails(mine)).toEqual(['Please confirm your new email address', 'Joining Grace']);
    expect(await account(victim.email)).toEqual(before);
    expect((await login(victim.email)).status).toBe(200);
    // the owner who is led to the link is told what they would agree to, and asked for what nobody
    // else knows
    expect(await confirm(victim.client, token, '')).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(mine) },
    });
    expect(await account(victim.email)).toEqual(before);
    expect(await account(mine)).toBeUndefined();
  });

  it('does not work with an older link for a new password', async () => {
    const { id, email, next, client } = await newcomer();
    await app.visitor.post('/api/auth/forgot-password', { email });
    const reset = tokenIn(
      await waitForEmail(app, email, 'Choose a new password'),
      'reset-password',
    );
    await write(id, next);
    expect((await confirm(client, await linkTo(next))).status).toBe(204);
    expect(
      await app.visitor.post('/api/auth/reset-password', {
        token: reset,
        password: 'mallory was here',
      }),
    ).toMatchObject({ status: 400, body: { code: 'stale-link' } });
    await app.visitor.post('/api/auth/forgot-password', { email });
    expect((await login(next)).status).toBe(200);
  });

  it('does not confirm the new address by a link that was sent to the old one', async () => {
    const { id, email, next } = await newcomer();
    await write(id, next);
    await app.visitor.post('/api/auth/forgot-password', { email });
    const reset = tokenIn(
      await waitForEmail(app, email, 'Choose a new password'),
      'reset-password',
    );
    expect(
      (
        await app.visitor.post('/api/auth/reset-password', {
          token: reset,
          password: 'a quite new one',
        })
      ).status,
    ).toBe(204);
    expect(await entry(id)).toMatchObject({ email: next, emailVerified: false });
  });

  it('does not work by guessing the password in a stolen session', async () => {
    const { id, email, next, client } = await newcomer();
    await write(id, next);
    const token = await linkTo(next);
    const answers: Answer[] = [];
    for (let n = 0; n < 7; n++) answers.push(await confirm(client, token, `guess ${n}`));
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429, 429]);
    expect((await account(email))?.email).toBe(email);
  });
});
