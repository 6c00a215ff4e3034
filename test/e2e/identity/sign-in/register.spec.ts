import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Registered, User } from '#libs/contracts';
import { clientOf, password, signIn, startApp, under, type TestApp } from '../../../support/app.js';
import { waitForEmail } from '../../../support/email/emails.js';

let app: TestApp;
let grace: string;
let hope: string;
beforeAll(async () => {
  app = await startApp();
  grace = await app.church('grace');
  hope = await app.church('hope');
  await app.person(grace, { email: 'admin@grace.test', role: 'admin' });
  await app.person(grace, { email: 'member@grace.test' });
  await app.person(hope, { email: 'member@hope.test' });
});
afterAll(() => app.close());
beforeEach(() => app.database.asSuperuser('delete from rate_limit; delete from email_request'));

const hashes = async () =>
  Number(
    /^church_connect_password_hashes_total (\d+)$/m.exec(
      (await app.visitor.get('/metrics')).text,
    )?.[1] ?? 0,
  );
const with_ = (cookie: string) => clientOf(app.url, () => Promise.resolve(cookie));

describe('the registration of a user', () => {
  const register = (body: Record<string, unknown>, client = app.visitor) =>
    client.post<Registered>('/api/register', {
      email: 'new@grace.test',
      password,
      firstName: 'New',
      lastName: 'Comer',
      organizationSlug: 'grace',
      ...body,
    });

  it('answers 201 and creates a pending user, without a session', async () => {
    const answer = await register({ email: 'Ruth@Grace.test' });
    expect(answer).toMatchObject({ status: 201 });
    expect(answer.body).toEqual({
      email: 'ruth@grace.test',
      firstName: 'New',
      lastName: 'Comer',
      isApproved: false,
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
    const client = with_(await signIn(app.visitor, 'ruth@grace.test'));
    expect(await client.get<User>('/api/auth/user')).toMatchObject({
      status: 200,
      body: { role: 'member', organizationId: grace },
    });
    expect(await client.get('/api/donations')).toMatchObject({
      status: 403,
      body: { message: 'Your account is awaiting approval.' },
    });
    const { body } = await app.as('admin@grace.test').get<User[]>('/api/admin/users');
    expect(body.find(({ email }) => email === 'ruth@grace.test')).toMatchObject({
      isApproved: false,
    });
  });

  it('cannot contain a role, an approval or a church other than the host’s', async () => {
    for (const more of [
      { role: 'admin' },
      { isApproved: true },
      { isSuperAdmin: true },
      { organizationId: grace },
    ])
      expect((await register(more)).status).toBe(400);
    const answer = await under(app, 'hope.localhost').post('/api/register', {
      email: 'ada@hope.test',
      password,
      firstName: 'Ada',
      lastName: 'Byron',
      organizationSlug: 'grace',
    });
    expect(answer.status).toBe(201);
    expect(
      (
        await under(app, 'hope.localhost', await signIn(app.visitor, 'ada@hope.test')).get<User>(
          '/api/auth/user',
        )
      ).body,
    ).toMatchObject({ organizationId: hope });
  });

  it.each([
    [{ password: 'short' }, 'Password must be at least 8 characters'],
    [{ password: 'password123' }, 'That password is too easy to guess. Please choose another.'],
    [{ password: 'JesusChrist' }, 'That password is too easy to guess. Please choose another.'],
    [{ email: 'no-address' }, 'Invalid email address'],
    [{ email: undefined }, 'Invalid email address'],
    [{ firstName: ' ' }, 'First name is required'],
    [{ lastName: undefined }, 'Last name is required'],
    [{ organizationSlug: 'nowhere' }, 'Please choose your church.'],
    [{ organizationSlug: undefined }, 'Please choose your church.'],
    [{ organizationSlug: 'gra\0ce' }, 'Please remove the invisible characters'],
  ])('is refused for %j', async (change, message) => {
    expect(await register({ email: 'refused@grace.test', ...change })).toMatchObject({
      status: 400,
      body: { message },
    });
  });

  it('creates one account for an address, even for simultaneous requests', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => register({ email: 'twice@grace.test' })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(
      await app.database.asSuperuser(`select 1 from account where email = 'twice@grace.test'`),
    ).toHaveLength(1);
    expect(
      await app.database.asSuperuser(`select 1 from app_user where email = 'twice@grace.test'`),
    ).toHaveLength(1);
  });

  it('does not reveal in its answer or its time whether the address is known', async () => {
    await app.person(grace, { email: 'free@grace.test', signsIn: false });
    const cases: [email: string, body: object, subject: string][] = [
      ['unknown@grace.test', {}, 'Please confirm your email address'],
      ['free@grace.test', {}, 'Please confirm your email address'],
      ['member@grace.test', { password: 'not their own' }, 'Joining Church grace'],
      ['member@grace.test', {}, 'Joining Church grace'],
      ['member@hope.test', { password: 'not their own' }, 'Joining Church grace'],
      ['member@hope.test', {}, 'Joining Church grace'],
    ];
    for (const [email, body, subject] of cases) {
      const before = await hashes();
      const answer = await register({ email, ...body });
      expect({
        email,
        status: answer.status,
        headers: [...answer.headers.keys()].sort(),
        body: answer.body,
        hashes: (await hashes()) - before,
      }).toEqual({
        email,
        status: 201,
        headers: expect.not.arrayContaining(['set-cookie']),
        body: { email, firstName: 'New', lastName: 'Comer', isApproved: false },
        hashes: 1,
      });
      await waitForEmail(app, email, subject);
    }
  });

  it('works for a visitor who is signed in at another church', async () => {
    const cookie = await signIn(app.visitor, 'member@hope.test');
    expect((await register({ email: 'elsewhere@grace.test' }, with_(cookie))).status).toBe(201);
  });

  it('accepts any password that is long enough, and compares it in any Unicode form', async () => {
    const answer = await register({ email: 'unicode@grace.test', password: 'Gebä ck 🙏' });
    expect(answer.status).toBe(201);
    expect(
      (
        await app.visitor.post('/api/login', {
          email: 'unicode@grace.test',
          password: 'Gebä ck 🙏'.normalize('NFD'),
        })
      ).status,
    ).toBe(200);
  });
});
