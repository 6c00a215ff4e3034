import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import type { AuditEntry, FactorSetUp, StaffUser, User } from '#libs/contracts';
import {
  clientOf,
  password,
  signIn,
  startApp,
  type Client,
  type TestApp,
} from '../../../support/app.js';
import { queuedEmails, waitForEmail, tokenIn } from '../../../support/email/emails.js';
import { until } from '../../../support/until.js';
import { ageAuditLog } from '../../../support/database/audit-log.js';

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

describe('a new email address of a user with an account', () => {
  it('is used by the church at once, and for sign-in after its confirmation', async () => {
    const { id, email, next, client } = await newcomer();
    const elsewhere = await device(email);
    expect(await write(id, next)).toMatchObject({
      status: 200,
      body: { email: next, emailVerified: false },
    });
    expect(await emails(email)).toEqual(['Another email address was entered for you']);
    expect((await login(email)).status).toBe(200);
    expect((await login(next)).status).toBe(401);

    const token = await linkTo(next);
    expect(await confirm(client, token, '')).toMatchObject({
      status: 400,
      body: {
        code: 'password-needed',
        message: `From now on you would sign in with ${next}. Enter your password to confirm that.`,
      },
    });
    expect(await confirm(client, token, 'not it')).toMatchObject({
      status: 400,
      body: { message: 'Your current password is not right.' },
    });
    expect(await entry(id)).toMatchObject({ email: next, emailVerified: false });
    expect((await confirm(client, token)).status).toBe(204);

    expect([(await login(next)).status, (await login(email)).status]).toEqual([200, 401]);
    expect([
      (await client.get('/api/auth/user')).status,
      (await elsewhere.get('/api/auth/user')).status,
    ]).toEqual([200, 401]);
    expect(await emails(email)).toEqual([
      'Another email address was entered for you',
      'Your email address was changed',
    ]);
    await until(async () => (await entry(id)).emailVerified);
    expect((await client.get<User>('/api/auth/user')).body).toMatchObject({
      email: next,
      emailVerified: true,
    });
    expect(
      (await admin.get<AuditEntry[]>(`/api/admin/audit?personId=${id}&action=email-changed`)).body,
    ).toMatchObject([{ actor: { id } }]);
  });

  it('keeps the second factor of the account', async () => {
    const { id, next, client } = await newcomer();
    await client.put('/api/auth/profile', { firstName: 'A', lastName: 'B', phone: '555-123-4567' });
    const { secret } = (
      await client.post<FactorSetUp>('/api/auth/mfa/setup', { method: 'authenticator', password })
    ).body;
    await client.post('/api/auth/mfa/confirm', {
      code: new TOTP({ secret: Secret.fromBase32(secret!) }).generate(),
    });
    await write(id, next);
    expect((await confirm(client, await linkTo(next))).status).toBe(204);
    expect((await login(next)).body).toMatchObject({ mfaRequired: true });
  });

  it('is confirmed by the latest link, which is valid for three days', async () => {
    const { id, email, next, client } = await newcomer();
    await write(id, next);
    const first = await linkTo(next);
    await write(id, `b.${next}`);
    const second = await linkTo(`b.${next}`);
    expect((await confirm(client, first)).status).toBe(400);
    await write(id, email);
    expect(await confirm(client, second)).toMatchObject({
      status: 400,
      body: { code: 'stale-link' },
    });
    expect(await entry(id)).toMatchObject({ email, emailVerified: true });
    await write(id, next);
    const third = await linkTo(next);
    const days = (n: number) =>
      app.database.asSuperuser(
        `update account_token set expires_at = expires_at - make_interval(days => $1)
           where email = $2`,
        [n, next],
      );
    await days(3);
    expect((await confirm(client, third)).status).toBe(400);
    await days(-3);
    const answers = await Promise.all([1, 2, 3].map(() => confirm(client, third)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400]);
    expect((await login(next)).status).toBe(200);
  });

  it('gets another email if the user asks for it', async () => {
    const { id, next, client } = await newcomer();
    await write(id, next);
    const first = await linkTo(next);
    expect((await client.post('/api/auth/verify-email/send')).status).toBe(204);
    const second = await linkTo(next);
    expect([(await confirm(client, first)).status, (await confirm(client, second)).status]).toEqual(
      [400, 204],
    );
    expect((await client.post('/api/auth/verify-email/send')).status).toBe(204);
    expect(await emails(next)).toHaveLength(2);
  });

  it('needs no confirmation if the user has no account; the old one is told', async () => {
    const { id } = await app.person(grace, { email: 'by.hand@grace.test', signsIn: false });
    expect(await write(id, 'other.hand@grace.test')).toMatchObject({
      status: 200,
      body: { email: 'other.hand@grace.test' },
    });
    expect([await emails('by.hand@grace.test'), await emails('other.hand@grace.test')]).toEqual([
      ['Your church has another email address for you'],
      [],
    ]);
  });

  it('cannot be used to send many emails to strangers', async () => {
    const { id } = await newcomer();
    await app.db.tenant(grace, (tx) =>
      tx.sql(
        `insert into audit_entry (organization_id, id, action, details)
           select $1, gen_random_uuid(), 'member-changed', '{"fields":["email"]}'
           from generate_series(1, 50)`,
        [grace],
      ),
    );
    expect(await write(id, 'one.too.many@grace.test')).toMatchObject({
      status: 429,
      body: { code: 'throttled' },
    });
    expect(await entry(id)).toMatchObject({ email: expect.stringMatching(/^old/) });
    await ageAuditLog(app, '2 hours');
  });
});

describe('requests for another confirmation email', () => {
  it('lead to five emails an hour, also if sent at the same time', async () => {
    const { id, next, client } = await newcomer();
    await write(id, next);
    await app.database.asSuperuser('delete from rate_limit; delete from email_request');
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => client.post('/api/auth/verify-email/send')),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});
