import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { User } from '#libs/contracts';
import { password, startApp, type Answer } from '../../../support/app.js';
import { cookieFrom } from '../../../support/visitors.js';
import { startTwoChurches, type TwoChurches } from './two-churches.js';

let churches: TwoChurches;
beforeAll(async () => {
  churches = await startTwoChurches();
});
afterAll(() => churches.app.close());
beforeEach(() => churches.app.db.platform((tx) => tx.sql('delete from rate_limit')));

const refusedSignIn = {
  status: 401,
  body: { message: 'Wrong email or password.', code: 'wrong-password' },
};

describe('the sign-in', () => {
  it('answers with the user, and a cookie that scripts and other sites cannot read', async () => {
    const answer = await churches.login(' Member@Grace.test ');
    expect(answer).toMatchObject({
      status: 200,
      body: {
        user: {
          email: 'member@grace.test',
          role: 'member',
          organizationId: churches.grace,
          isApproved: true,
          isSuperAdmin: false,
        },
      },
    });
    const [cookie, ...more] = answer.headers.getSetCookie();
    expect(more).toEqual([]);
    expect(cookie).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(answer.text).not.toMatch(/hash|argon|password/i);
  });

  it('creates a new session id each time, and ends the old session', async () => {
    const first = cookieFrom(await churches.login('member@grace.test'));
    const second = cookieFrom(
      await churches.withCookie(first).post('/api/login', { email: 'member@grace.test', password }),
    );
    expect(second).not.toBe(first);
    expect((await churches.withCookie(first).get('/api/auth/user')).status).toBe(401);
    expect((await churches.withCookie(second).get('/api/auth/user')).status).toBe(200);
  });

  it('does not accept a session id from before the sign-in', async () => {
    const planted = 'sid=planted-by-somebody-else';
    const cookie = cookieFrom(
      await churches
        .withCookie(planted)
        .post('/api/login', { email: 'member@grace.test', password }),
    );
    expect(cookie).not.toBe(planted);
    expect((await churches.withCookie(planted).get('/api/auth/user')).status).toBe(401);
  });

  it('succeeds for a user who is signed in at another church', async () => {
    const first = cookieFrom(await churches.login('admin@grace.test'));
    const answer = await churches.withCookie(first).post<{ user: User }>('/api/login', {
      email: 'admin@hope.test',
      password,
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { user: { organizationId: churches.hope } },
    });
    expect((await churches.withCookie(first).get('/api/auth/user')).status).toBe(401);
  });

  it('stores only a hash of the session id', async () => {
    const token = cookieFrom(await churches.login('member@grace.test')).slice('sid='.length);
    const rows = await churches.app.db.platform((tx) =>
      tx.sql<{ row: string }>('select to_jsonb(s)::text as row from session s'),
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) expect(row).not.toContain(token);
    expect(rows.some(({ row }) => /"sid": "[\da-f]{64}"/.test(row))).toBe(true);
  });

  it('answers an unknown email address exactly like a wrong password', async () => {
    const [unknownAnswer, knownAnswer] = [
      await churches.login('nobody@grace.test', 'wrong'),
      await churches.login('member@grace.test', 'wrong'),
    ];
    expect(unknownAnswer).toMatchObject(refusedSignIn);
    expect(knownAnswer.text).toBe(unknownAnswer.text);
    const names = (answer: Answer) => [...answer.headers.keys()].filter((name) => name !== 'date');
    expect(names(knownAnswer)).toEqual(names(unknownAnswer));
  });

  it('refuses invalid bodies and unknown fields with 400', async () => {
    for (const body of [
      {},
      { email: 'x', password: 'x' },
      { email: 'member@grace.test' },
      { email: 7, password: 7 },
      { email: 'member@grace.test', password, role: 'admin' },
    ]) {
      expect(await churches.app.visitor.post('/api/login', body)).toMatchObject({
        status: 400,
        body: { message: expect.any(String) },
      });
    }
  });

  it('redirects a browser that opens /api/login to the page of the sign-in', async () => {
    const answer = await churches.app.visitor.get('/api/login');
    expect({
      status: answer.status,
      to: answer.headers.get('location'),
      cookies: answer.headers.getSetCookie(),
    }).toEqual({ status: 302, to: '/sign-in', cookies: [] });
  });

  it.each([
    ['/donations', '/donations'],
    [
      '/admin/church-ledger?year=2025&search=Carter%20B',
      '/admin/church-ledger?year=2025&search=Carter%20B',
    ],
    ['/admin/donation-imports#held', '/admin/donation-imports#held'],
  ])('redirects with next=%s to that page after the sign-in', async (next, kept) => {
    const answer = await churches.app.visitor.get(`/api/login?next=${encodeURIComponent(next)}`);
    const to = new URL(answer.headers.get('location')!, churches.app.url);
    expect({ status: answer.status, page: to.pathname, next: to.searchParams.get('next') }).toEqual(
      { status: 302, page: '/sign-in', next: kept },
    );
  });

  it.each([
    '//evil.test',
    '%2F%2Fevil.test',
    '%252F%252Fevil.test',
    'https:%2F%2Fevil.test',
    'https:evil.test',
    '/%5Cevil.test',
    '/\\evil.test',
    '%5C%5Cevil.test',
    '/.//evil.test',
    '/a/..//evil.test',
    '/%09/evil.test',
    '/%0A/evil.test',
    '/%0D%0Aset-cookie:sid=x',
    '/%00',
    '%20//evil.test',
    'javascript:alert(1)',
    'evil.test',
    '',
    '/a&next=//evil.test',
  ])('does not redirect to next=%s', async (next) => {
    const answer = await churches.app.visitor.get(`/api/login?next=${next}`);
    expect({
      status: answer.status,
      to: answer.headers.get('location'),
      cookies: answer.headers.getSetCookie(),
    }).toEqual({ status: 302, to: '/sign-in', cookies: [] });
  });

  it('sets a Secure cookie for one host if the base URL has https', async () => {
    const secure = await startApp({ env: { BASE_URL: 'https://portal.example' } });
    try {
      await secure.person(await secure.church('grace'), { email: 'member@grace.test' });
      const answer = await secure.visitor.post('/api/login', {
        email: 'member@grace.test',
        password,
      });
      expect(answer.headers.getSetCookie()[0]).toMatch(
        /^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
      expect(
        (await churches.withCookie(cookieFrom(answer), secure).get('/api/auth/user')).status,
      ).toBe(200);
      expect(
        (
          await churches
            .withCookie(cookieFrom(answer).replace('__Host-', ''), secure)
            .get('/api/auth/user')
        ).status,
      ).toBe(401);
      expect(answer.headers.get('strict-transport-security')).toMatch(/max-age=\d{7,}/);
    } finally {
      await secure.close();
    }
  });
});
