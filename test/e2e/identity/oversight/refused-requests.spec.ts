import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { AuditEntry } from '#libs/contracts';
import { auditOnce } from '#libs/http';
import {
  signIn,
  startApp,
  under,
  type Client,
  type TestApp,
  type TestPerson,
} from '../../../support/app.js';
import { ageAuditLog } from '../../../support/database/audit-log.js';

interface Line {
  level: number;
  status?: number;
  code?: string;
  route?: string;
}

let app: TestApp;
let grace: string;
let hope: string;
let admin: Client;
let hannah: TestPerson;
let written = '';
const lines = () =>
  written
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
const warned = () =>
  lines()
    .filter(({ level }) => level === 40)
    .map(({ code }) => code);
beforeAll(async () => {
  const logger = pino(
    { level: 'info', base: undefined },
    { write: (text: string) => void (written += text) },
  );
  app = await startApp({ env: { BASE_URL: 'http://portal.example' }, logger });
  grace = await app.church('grace');
  hope = await app.church('hope');
  await app.person(grace, { email: 'admin@grace.test', role: 'admin' });
  await app.person(grace, { email: 'secretary@grace.test', role: 'secretary' });
  hannah = await app.person(grace, { email: 'hannah@grace.test' });
  await app.person(grace, { email: 'waits@grace.test', isApproved: false });
  await app.person(hope, { email: 'admin@hope.test', role: 'admin' });
  admin = app.as('admin@grace.test');
  // nobody can sign in for a while after the wrong passwords of a test
  for (const name of ['admin@grace', 'admin@hope', 'hannah@grace', 'waits@grace'])
    await app.cookieOf(`${name}.test`);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.platform((tx) => tx.sql('delete from rate_limit'));
  // what is recorded at most once a minute, or sixty times an hour, is recorded again
  await longAgo();
  written = '';
});

const entries = async (query: string, client = admin) =>
  (await client.get<AuditEntry[]>(`/api/admin/audit?limit=1000&${query}`)).body;
const longAgo = () => ageAuditLog(app, '2 hours');

describe('a refused request', () => {
  it('is in the audit log with its route and reason, without ids and bodies', async () => {
    const member = app.as('hannah@grace.test');
    const there = app.as('admin@hope.test');
    const earlier = [
      ...(await entries('action=call-refused')),
      ...(await entries('action=call-refused', there)),
    ].map(({ id }) => id);
    const added = async (client: Client) =>
      (await entries('action=call-refused', client)).filter(({ id }) => !earlier.includes(id));
    expect(
      (await member.put(`/api/admin/users/${hannah.id}`, { role: 'admin', lastName: 'CANARY' }))
        .status,
    ).toBe(403);
    expect((await member.get('/api/admin/church-ledger?search=CANARY')).status).toBe(403);
    expect((await app.as('waits@grace.test').get('/api/fundraisers')).status).toBe(403);
    const log = await added(admin);
    expect(
      log.map(({ actor, subject, details }) => ({ who: actor?.name, subject, ...details })),
    ).toEqual([
      { who: 'waits grace', subject: null, route: 'GET /api/fundraisers', code: 'pending' },
      {
        who: 'hannah grace',
        subject: null,
        route: 'GET /api/admin/church-ledger',
        code: 'forbidden',
      },
      { who: 'hannah grace', subject: null, route: 'PUT /api/admin/users/:id', code: 'forbidden' },
    ]);
    expect(JSON.stringify(log.map(({ details }) => details))).not.toMatch(/CANARY|[\da-f]{8}-/);
    expect(warned()).toEqual(['forbidden', 'forbidden', 'forbidden']);
    expect(written).not.toContain('CANARY');
    expect(await added(there)).toEqual([]);
  });

  it('is recorded if the church is read-only, or for another site', async () => {
    await app.db.platform((tx) =>
      tx.sql('update organization set is_paused = true where id = $1', [hope]),
    );
    const there = app.as('admin@hope.test');
    expect((await there.post('/api/admin/users', {})).status).toBe(403);
    expect((await there.post('/api/messages', {}, { origin: 'http://evil.example' })).status).toBe(
      403,
    );
    expect(
      (await there.put('/api/auth/profile', {}, { 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(403);
    expect(
      (await app.visitor.post('/api/login', {}, { origin: 'http://evil.example' })).status,
    ).toBe(403);
    await app.db.platform((tx) =>
      tx.sql('update organization set is_paused = false where id = $1', [hope]),
    );
    expect((await entries('action=call-refused', there)).map(({ details }) => details)).toEqual([
      { route: 'PUT /api/auth/profile', code: 'cross-site' },
      { route: expect.stringMatching(/^POST /), code: 'cross-site' },
      { route: 'POST /api/admin/users', code: 'read-only' },
    ]);
    expect(warned()).toEqual(['read-only', 'cross-site', 'cross-site', 'cross-site']);
  });

  it('is recorded once a minute, and at most sixty times an hour', async () => {
    await longAgo();
    const member = app.as('hannah@grace.test');
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => member.get('/api/admin/users')),
    );
    for (let n = 0; n < 5; n++) answers.push(await member.get('/api/admin/users'));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
    const mine = `action=call-refused&personId=${hannah.id}`;
    expect(
      (await entries(mine)).filter(({ details }) => details.route === 'GET /api/admin/users'),
    ).toHaveLength(1);
    await app.db.tenant(grace, (tx) =>
      tx.sql(
        `insert into audit_entry (organization_id, id, actor_id, action, details)
           select $1, gen_random_uuid(), $2, 'call-refused', '{}' from generate_series(1, 59)`,
        [grace, hannah.id],
      ),
    );
    const before = (await entries(mine)).length;
    expect((await member.get('/api/admin/audit')).status).toBe(403);
    expect(await entries(mine)).toHaveLength(before);
  });

  it('is recorded once for two simultaneous requests', async () => {
    const note = () =>
      app.db.separate(grace, (tx) => auditOnce(tx, hannah.id, 'call-refused', { at: 'once' }));
    let second: Promise<void> | undefined;
    await app.db.separate(grace, async (tx) => {
      await auditOnce(tx, hannah.id, 'call-refused', { at: 'once' });
      second = note();
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
    await second;
    expect(
      (await entries(`action=call-refused&personId=${hannah.id}`)).filter(
        ({ details }) => details.at === 'once',
      ),
    ).toHaveLength(1);
  });
});

describe('the log of the program', () => {
  const get = (cookie: string, host?: string) =>
    (host ? under(app, host, cookie) : app.visitor).get('/api/auth/user', host ? {} : { cookie });
  it('contains forged cookies, unknown hosts and invalid links, but no secrets', async () => {
    const mine = await signIn(app.visitor, 'hannah@grace.test');
    written = '';
    expect((await get('sid=SECRET; a=b')).status).toBe(401);
    expect((await get(`sid=${'S'.repeat(43)}`)).status).toBe(401);
    expect((await get(mine, 'hope.localhost')).status).toBe(401);
    expect((await under(app, 'evil.example').get('/api/settings')).status).toBe(200);
    for (const at of ['verify-email', 'reset-password'])
      expect(
        (
          await app.visitor.post(`/api/auth/${at}`, {
            token: 'SECRET',
            ...(at === 'reset-password' ? { password: 'a good new one' } : {}),
          })
        ).status,
      ).toBe(400);
    expect(warned()).toEqual([
      'forged-session',
      'unknown-session',
      'foreign-session',
      'unknown-host',
      'stale-link',
      'stale-link',
    ]);
    expect(written).not.toMatch(new RegExp(`SECRET|SSSSS|${mine.slice(4)}`));
    written = '';
    expect([
      (await get(mine, 'grace.localhost')).status,
      (await get(mine)).status,
      (await app.visitor.get('/api/auth/user')).status,
    ]).toEqual([200, 200, 401]);
    expect(warned()).toEqual([]);
  });
});
