import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '#libs/contracts';
import { clientOf, password, signIn, startApp, under, type Answer, type TestApp } from '../../../support/app.js';

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

const cookieFrom = (answer: Answer) => answer.headers.getSetCookie()[0]!.split(';')[0]!;
const with_ = (cookie: string) => clientOf(app.url, () => Promise.resolve(cookie));

describe('registering', () => {
  const register = (body: Record<string, unknown>, client = app.visitor) => client.post<User>('/api/register', { email: 'new@grace.test', password, firstName: 'New', lastName: 'Comer', organizationSlug: 'grace', ...body });

  it('answers 201, pending, signed in, with a place in the church and nothing more', async () => {
    const answer = await register({ email: 'Ruth@Grace.test' });
    expect(answer).toMatchObject({ status: 201, body: { email: 'ruth@grace.test', role: 'member', isApproved: false, organizationId: grace } });
    const client = with_(cookieFrom(answer));
    expect((await client.get('/api/auth/user')).status).toBe(200);
    expect(await client.get('/api/donations')).toMatchObject({ status: 403, body: { message: 'Your account is awaiting approval.' } });
    const { body } = await app.as('admin@grace.test').get<User[]>('/api/admin/users');
    expect(body.find(({ email }) => email === 'ruth@grace.test')).toMatchObject({ isApproved: false });
  });

  it('cannot choose a role, an approval or a church beyond the host’s', async () => {
    for (const more of [{ role: 'admin' }, { isApproved: true }, { isSuperAdmin: true }, { organizationId: grace }]) expect((await register(more)).status).toBe(400);
    const answer = await under(app, 'hope.localhost').post<User>('/api/register', { email: 'ada@hope.test', password, firstName: 'Ada', lastName: 'Byron', organizationSlug: 'grace' });
    expect(answer).toMatchObject({ status: 201, body: { organizationId: hope } });
  });

  it.each([
    [{ password: 'short' }, 'Password must be at least 8 characters'],
    [{ password: 'password123' }, 'This password is one that is guessed first. Please choose another.'],
    [{ password: 'JesusChrist' }, 'This password is one that is guessed first. Please choose another.'],
    [{ email: 'no-address' }, 'Invalid email address'],
    [{ email: undefined }, 'Invalid email address'],
    [{ firstName: ' ' }, 'First name is required'],
    [{ lastName: undefined }, 'Last name is required'],
    [{ organizationSlug: 'nowhere' }, 'Please choose your church.'],
    [{ organizationSlug: undefined }, 'Please choose your church.'],
    [{ organizationSlug: 'gra\0ce' }, 'Please remove the invisible characters'],
  ])('refuses %j', async (change, message) => {
    expect(await register({ email: 'refused@grace.test', ...change })).toMatchObject({ status: 400, body: { message } });
  });

  it('refuses an address that has an account, also at once', async () => {
    expect(await register({ email: 'member@grace.test' })).toMatchObject({ status: 409, body: { message: 'An account with this e-mail address already exists. Please sign in.' } });
    const answers = await Promise.all([1, 2, 3].map(() => register({ email: 'twice@grace.test' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('while signed in at another church works', async () => {
    const cookie = await signIn(app.visitor, 'member@hope.test');
    expect((await register({ email: 'elsewhere@grace.test' }, with_(cookie))).status).toBe(201);
  });

  it('takes any password that is long enough, and the same in another Unicode form', async () => {
    const answer = await register({ email: 'unicode@grace.test', password: 'Gebä ck 🙏' });
    expect(answer.status).toBe(201);
    expect((await app.visitor.post('/api/login', { email: 'unicode@grace.test', password: 'Gebä ck 🙏'.normalize('NFD') })).status).toBe(200);
  });
});
