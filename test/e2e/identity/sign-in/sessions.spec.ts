import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp } from '../../../support/app.js';
import { cookieFrom } from '../../../support/visitors.js';
import { startTwoChurches, type TwoChurches } from './two-churches.js';

let churches: TwoChurches;
beforeAll(async () => {
  churches = await startTwoChurches();
});
afterAll(() => churches.app.close());
beforeEach(() => churches.app.db.platform((tx) => tx.sql('delete from rate_limit')));

describe('the sign-out', () => {
  it('ends the session, whose cookie then gets 401', async () => {
    const cookie = cookieFrom(await churches.login('member@grace.test'));
    const answer = await churches.withCookie(cookie).get('/api/logout');
    expect({ status: answer.status, to: answer.headers.get('location') }).toEqual({
      status: 302,
      to: '/',
    });
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^sid=; .*(Max-Age=0|Expires=Thu, 01 Jan 1970)/,
    );
    expect((await churches.withCookie(cookie).get('/api/auth/user')).status).toBe(401);
    expect((await churches.withCookie(cookie).get('/api/user/donations/total')).status).toBe(401);
  });

  it.each(['cross-site', 'same-site'])(
    'cannot be caused by an image or link on another site (%s)',
    async (site) => {
      const cookie = cookieFrom(await churches.login('member@grace.test'));
      expect(
        (await churches.withCookie(cookie).get('/api/logout', { 'sec-fetch-site': site })).status,
      ).toBe(403);
      expect((await churches.withCookie(cookie).get('/api/auth/user')).status).toBe(200);
      expect(
        (await churches.withCookie(cookie).get('/api/logout', { 'sec-fetch-site': 'none' })).status,
      ).toBe(302);
    },
  );

  it('succeeds without a session', async () => {
    expect((await churches.app.visitor.get('/api/logout')).status).toBe(302);
  });
});

describe('a session', () => {
  it('ends after a week without use, and after thirty days in any case', async () => {
    for (const expiredColumn of [
      `expire = now() - interval '1 second'`,
      `expires_finally_at = now() - interval '1 second'`,
    ]) {
      const cookie = cookieFrom(await churches.login('member@grace.test'));
      await churches.app.db.platform((tx) => tx.sql(`update session set ${expiredColumn}`));
      expect((await churches.withCookie(cookie).get('/api/auth/user')).status).toBe(401);
    }
  });

  it('is extended by use, but not beyond thirty days', async () => {
    const cookie = cookieFrom(await churches.login('member@grace.test'));
    const age = (sql: string) =>
      churches.app.db.platform((tx) => tx.sql(`update session set ${sql}`));
    const daysLeft = async () => {
      const [row] = await churches.app.db.platform((tx) =>
        tx.sql<{ days: number }>(
          `select round(extract(epoch from expire - now()) / 86400)::int as days from session
             order by created_at desc limit 1`,
        ),
      );
      return row!.days;
    };
    await age(`seen_at = now() - interval '6 minutes', expire = now() + interval '1 day'`);
    await churches.withCookie(cookie).get('/api/auth/user');
    expect(await daysLeft()).toBe(7);
    await age(
      `seen_at = now() - interval '6 minutes', expires_finally_at = now() + interval '2 days'`,
    );
    await churches.withCookie(cookie).get('/api/auth/user');
    expect(await daysLeft()).toBe(2);
  });

  it('has a changed role or suspension from the next request on', async () => {
    const person = await churches.app.person(churches.grace, {
      email: 'changing@grace.test',
      role: 'admin',
    });
    const client = churches.app.as('changing@grace.test');
    expect((await client.get('/api/admin/users')).status).toBe(200);
    await churches.app.db.tenant(churches.grace, (tx) =>
      tx.sql(`update app_user set role = 'member' where organization_id = $1 and id = $2`, [
        churches.grace,
        person.id,
      ]),
    );
    expect((await client.get('/api/admin/users')).status).toBe(403);
    await churches.app.db.tenant(churches.grace, (tx) =>
      tx.sql(`update app_user set is_suspended = true where organization_id = $1 and id = $2`, [
        churches.grace,
        person.id,
      ]),
    );
    expect(await client.get('/api/user/donations/total')).toMatchObject({
      status: 403,
      body: { message: 'Your account is suspended.' },
    });
  });

  it('is only found by its exact id', async () => {
    const cookie = cookieFrom(await churches.login('member@grace.test'));
    for (const other of [
      cookie.slice(0, -1),
      `${cookie}A`,
      cookie.toUpperCase().replace('SID', 'sid'),
      'sid=',
      `sid=${'a'.repeat(43)}`,
      `sid=' or true --`,
    ]) {
      expect((await churches.withCookie(other).get('/api/auth/user')).status).toBe(401);
    }
  });
});

describe('the access of pending and suspended users', () => {
  it('is limited to their own identity and the sign-out', async () => {
    await churches.app.person(churches.grace, { email: 'pending@grace.test', isApproved: false });
    await churches.app.person(churches.grace, { email: 'suspended@grace.test', isSuspended: true });
    for (const [email, message] of [
      ['pending@grace.test', 'Your account is awaiting approval.'],
      ['suspended@grace.test', 'Your account is suspended.'],
    ] as const) {
      const client = churches.app.as(email);
      expect((await client.get('/api/auth/user')).status).toBe(200);
      expect((await client.post('/api/auth/refresh')).status).toBe(200);
      expect((await client.get('/api/settings')).status).toBe(200);
      for (const path of ['/api/donations', '/api/fundraisers', '/api/admin/users'])
        expect(await client.get(path)).toMatchObject({ status: 403, body: { message } });
      expect((await client.get('/api/logout')).status).toBe(302);
    }
  });

  it('is not limited for admins', async () => {
    await churches.app.person(churches.grace, {
      email: 'pending-admin@grace.test',
      role: 'admin',
      isApproved: false,
    });
    expect((await churches.app.as('pending-admin@grace.test').get('/api/admin/users')).status).toBe(
      200,
    );
  });
});

describe('simultaneous requests', () => {
  it('do not wait for each other if the users have no church', async () => {
    const small = await startApp({ poolSize: 2 });
    try {
      await small.person(await small.church('grace'), { email: 'member@grace.test' });
      const client = small.as('member@grace.test');
      await client.get('/api/auth/user');
      const paths = [
        '/api/churches',
        '/api/settings',
        '/api/auth/user',
        '/api/logout',
        '/api/churches',
        '/api/site-images',
      ];
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, n) => client.get(paths[n % paths.length]!)),
      );
      expect(answers.every(({ status }) => status < 500)).toBe(true);
    } finally {
      await small.close();
    }
  });
});
