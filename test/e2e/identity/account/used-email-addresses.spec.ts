import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { StaffUser, User } from '#libs/contracts';
import {
  clientOf,
  password,
  signIn,
  startApp,
  under,
  type Client,
  type TestApp,
} from '../../../support/app.js';
import { waitForEmail, tokenIn } from '../../../support/email/emails.js';
import { until } from '../../../support/until.js';

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

describe('an address that is already used', () => {
  it('is refused in the same church; the account of another church keeps it', async () => {
    const { id, email, client } = await newcomer();
    expect(await write(id, 'secretary@grace.test')).toMatchObject({ status: 409 });
    expect(await write(id, 'admin@hope.test')).toMatchObject({
      status: 200,
      body: { email: 'admin@hope.test', emailVerified: false },
    });
    expect(await confirm(client, await linkTo('admin@hope.test'))).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    expect([(await login(email)).status, (await login('admin@hope.test')).status]).toEqual([
      200, 200,
    ]);
    expect((await client.get('/api/auth/user')).status).toBe(200);
  });

  it('is confirmed for only one of two accounts', async () => {
    const one = await newcomer();
    const other = await app.person(hope, { email: 'other.one@hope.test' });
    const next = 'wanted.by.both@grace.test';
    await write(one.id, next);
    const first = await linkTo(next);
    await write(other.id, next, app.as('admin@hope.test'));
    const second = await linkTo(next);
    const answers = await Promise.all([
      confirm(one.client, first),
      confirm(app.as(other.email), second),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    const winner = answers[0].status === 204 ? one.email : other.email;
    const loser = winner === one.email ? other.email : one.email;
    expect([
      (await login(next)).status,
      (await login(winner)).status,
      (await login(loser)).status,
    ]).toEqual([200, 401, 200]);
  });
});

describe('the users of the account in other churches', () => {
  it('get the new address if they had the old one and it is free', async () => {
    const { id, email, next, client } = await newcomer();
    const joined = async (slug: string) => {
      const church = await app.church(slug);
      await app.person(church, { email: `admin@${slug}.test`, role: 'admin' });
      await app.visitor.post('/api/register', {
        email,
        password,
        firstName: 'T',
        lastName: 'W',
        organizationSlug: slug,
      });
      const by = app.as(`admin@${slug}.test`);
      return { church, id: (await by.get<User[]>('/api/users/pending')).body[0]!.id, by };
    };
    const [follows, third, taken] = [
      await joined('follows'),
      await joined('third'),
      await joined('taken'),
    ];
    await app.person(taken.church, { email: next, signsIn: false });
    await write(third.id, 'third@grace.test', third.by);
    await write(id, next);
    expect((await confirm(client, await linkTo(next))).status).toBe(204);
    await until(
      async () =>
        !(await entry(taken.id, taken.by)).emailVerified && (await entry(id)).emailVerified,
    );
    // the address of these two entries changed once: by itself, and by the church
    const changed = { email: next, emailVerified: true, version: 2 };
    expect(await entry(follows.id, follows.by)).toMatchObject(changed);
    expect(await entry(id)).toMatchObject(changed);
    expect(await entry(third.id, third.by)).toMatchObject({
      email: 'third@grace.test',
      emailVerified: false,
    });
    expect(await entry(taken.id, taken.by)).toMatchObject({
      email,
      emailVerified: false,
      version: 1,
    });
    for (const slug of ['grace', 'follows', 'third', 'taken'])
      expect({
        slug,
        status: (
          await under(app, `${slug}.localhost`).post('/api/login', { email: next, password })
        ).status,
      }).toEqual({ slug, status: 200 });
    // what one church's office wrote is nothing to the others
    expect((await third.by.get('/api/admin/users')).text).not.toMatch(
      new RegExp(`${next}|${email}`),
    );
  });
});
