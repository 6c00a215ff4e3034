import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ErrorBody, Notification, Sermon } from '#libs/contracts';
import { startApp, type Client, type TestApp } from '../../support/app.js';
import { costOf } from '../../property/growth.js';

let app: TestApp;
let admin: Client;
let member: Client;
let sermon: string;
beforeAll(async () => {
  app = await startApp();
  const church = await app.church('grace');
  await app.person(church, { email: 'admin@grace.test', role: 'admin' });
  await app.person(church, { email: 'member@grace.test' });
  admin = app.as('admin@grace.test');
  member = app.as('member@grace.test');
  const { body } = await admin.post<Sermon>('/api/sermons', {
    title: 'Hope',
    description: 'About hope in hard times',
    date: '2025-01-05',
    audioUrl: 'https://example.org/hope.mp3',
  });
  sermon = body.id;
});
afterAll(() => app.close());
beforeEach(() => app.database.asSuperuser('delete from rate_limit'));

const siblings = `${'['.repeat(4_000)}${'0,'.repeat(489_999)}0${']'.repeat(4_000)}`;
const bodies: [string, string][] = [
  ['4,000 lists inside each other with 490,000 elements', siblings],
  ['200 kB of opening brackets', '['.repeat(200_000)],
  ['closed lists, 100,000 levels deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['33 objects inside each other', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`],
  ['a list of 50,001 numbers in a field', `{"email":[${'1,'.repeat(50_000)}1]}`],
  [
    'an object with 1,001 keys',
    JSON.stringify(Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`key${n}`, 1]))),
  ],
];
const send = (client: Client, method: string, path: string, body: string, key?: string) =>
  client.send<ErrorBody>(method, path, body, {
    'content-type': 'application/json',
    ...(key ? { 'idempotency-key': key } : {}),
  });
const refusal = {
  message: expect.stringMatching(/^This request has too many /),
  code: 'invalid',
};

describe.each(bodies)('%s', (_, body) => {
  it.each([
    '/api/login',
    '/api/register',
    '/api/auth/forgot-password',
    '/api/organizations/signup',
  ])('is refused by the public route %s', async (path) => {
    for (const key of [undefined, 'a key']) {
      const answer = await send(app.visitor, 'POST', path, body, key);
      expect([answer.status, answer.body]).toEqual([400, refusal]);
    }
  });

  it('is refused by requests of signed-in users, with and without a key', async () => {
    for (const key of [undefined, crypto.randomUUID()]) {
      for (const [method, path] of [
        ['POST', '/api/pledges'],
        ['POST', '/api/admin/donations'],
        ['PUT', '/api/auth/profile'],
      ] as const) {
        const answer = await send(admin, method, path, body, key);
        expect([answer.status, answer.body]).toEqual([400, refusal]);
      }
    }
  });

  it('is refused after the checks of sign-in and permissions', async () => {
    const nobody = crypto.randomUUID();
    const statuses = [
      (await send(app.visitor, 'POST', '/api/admin/donations', body)).status,
      (await send(member, 'POST', '/api/admin/donations', body)).status,
      (await send(admin, 'PATCH', `/api/admin/donations/${nobody}`, body)).status,
      (await send(admin, 'POST', `/api/admin/users/${nobody}/suspend`, body)).status,
    ];
    expect(statuses).toEqual([401, 403, 404, 404]);
  });

  it('is refused by a route without a body, and changes nothing', async () => {
    await app.database.asSuperuser(
      `insert into notification (organization_id, id, user_id, type, content_id, content_title,
        message)
       select organization_id, gen_random_uuid(), id, 'sermon', $1, 'Hope', 'New' from app_user
       where email = 'admin@grace.test'
       on conflict do nothing`,
      [sermon],
    );
    const answer = await send(admin, 'PATCH', '/api/notifications/read-all', body);
    expect([answer.status, answer.body]).toEqual([400, refusal]);
    const { body: notifications } = await admin.get<Notification[]>('/api/notifications');
    expect(notifications.length).toBeGreaterThan(0);
    expect(notifications.some(({ isRead }) => isRead)).toBe(false);
  });
});

describe('a body that was refused', () => {
  it('takes hardly more time than a short one', async () => {
    const login = (text: string) => send(app.visitor, 'POST', '/api/login', text);
    const short = await costOf(login, () => '[[]]', { length: 0, rounds: 10 });
    const long = await costOf(login, () => siblings, { length: 0, rounds: 10 });
    expect(long / short).toBeLessThan(10); // reading the whole body took hundreds of times as long
  });
});

describe('an error about unknown fields', () => {
  it('names only the first of them, and only the beginning of a long name', async () => {
    const keys = ['k'.repeat(100_000), ...Array.from({ length: 900 }, (_, n) => `unknown${n}`)];
    const { status, body, text } = await admin.post<ErrorBody>(
      '/api/pledges',
      Object.fromEntries([['amount', 1], ['year', 2028], ...keys.map((key) => [key, 1])]),
    );
    expect(status).toBe(400);
    expect(body.message).toMatch(/^There is no field "k{50}…", "unknown0", "unknown1" here/);
    expect(body.message).toContain('898 more');
    expect(text.length).toBeLessThan(1_000);
  });

  it('stays short when a list has thousands of wrong elements', async () => {
    const { status, text } = await admin.post('/api/admin/invitations', {
      emails: Array.from({ length: 40_000 }, () => 7),
    });
    expect(status).toBe(400);
    expect(text.length).toBeLessThan(20_000);
  });
});
