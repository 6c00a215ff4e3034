import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { AuditEntry, OwnDonation } from '#libs/contracts';
import { auditOnce } from '#libs/http';
import {
  give,
  password,
  signIn,
  startApp,
  under,
  type Client,
  type TestApp,
  type TestPerson,
} from '../../../support/app.js';
import { until } from '../../../support/until.js';

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
  await app.db.platform((tx) => tx.sql('delete from sign_in_failure'));
  // what is recorded at most once a minute, or sixty times an hour, is recorded again
  await longAgo();
  written = '';
});

const entries = async (query: string, client = admin) =>
  (await client.get<AuditEntry[]>(`/api/admin/audit?limit=1000&${query}`)).body;
/**
 * What was recorded of an action once that many entries are there: some are written beside the
 * answer.
 */
const recorded = (query: string, count: number, client = admin): Promise<AuditEntry[]> =>
  until(async () => {
    const found = await entries(query, client);
    return found.length >= count && found;
  }, `fewer than ${count} entries of ${query}`);
const longAgo = () =>
  app.database.asSuperuser(
    `alter table audit_entry disable trigger audit_entry_append_only; update audit_entry set at = at - interval '2 hours'; alter table audit_entry enable trigger audit_entry_append_only`,
  );
const login = (email: string, secret: string) =>
  app.visitor.post('/api/login', { email, password: secret });

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

describe('a wrong password or code', () => {
  const refused = (userId: string) => `action=credentials-refused&personId=${userId}`;

  it('is in the audit logs of all churches of the account, within a limit', async () => {
    const two = await app.person(grace, { email: 'two@grace.test' });
    await app.visitor.post('/api/register', {
      email: 'two@grace.test',
      password,
      firstName: 'T',
      lastName: 'W',
      organizationSlug: 'hope',
    });
    for (let n = 0; n < 5; n++)
      expect((await login('Two@grace.test', `CANARY${n}`)).status).toBe(401);
    for (let n = 0; n < 10; n++) expect((await login('two@grace.test', password)).status).toBe(429);
    const log = await recorded(refused(two.id), 2);
    expect(
      log.map(({ actor, subject, details }) => ({
        actor,
        who: subject!.name,
        reason: details.reason,
      })),
    ).toEqual([
      { actor: null, who: 'two grace', reason: 'throttled' },
      { actor: null, who: 'two grace', reason: 'wrong-password' },
    ]);
    expect(
      await recorded('action=credentials-refused', 2, app.as('admin@hope.test')),
    ).toMatchObject([
      { details: { reason: 'throttled' } },
      { details: { reason: 'wrong-password' } },
    ]);
    expect(warned().filter((code) => code === 'throttled')).toHaveLength(10);
    expect(written).not.toMatch(/CANARY|two@grace|correct horse/i);
  });

  it('is recorded once while the account has to wait', async () => {
    const three = await app.person(grace, { email: 'three@grace.test' });
    const waits = async () =>
      (await entries(refused(three.id))).filter(({ details }) => details.reason === 'throttled')
        .length;
    const wait = (minutesAgo: number) =>
      app.db.platform((tx) =>
        tx.sql(
          `insert into sign_in_failure select unnest($1::text[]), 20,
             now() - make_interval(mins => $2) on conflict (subject) do update
             set last_at = excluded.last_at`,
          [['account:three@grace.test', 'address:127.0.0.1'], minutesAgo],
        ),
      );
    const shift = (minutes: number) =>
      app.database.asSuperuser(
        `alter table audit_entry disable trigger audit_entry_append_only; update audit_entry set at = at - interval '${minutes} minutes'; alter table audit_entry enable trigger audit_entry_append_only`,
      );
    await shift(60);
    await wait(14);
    expect((await login('three@grace.test', password)).status).toBe(429);
    expect(
      (await recorded(refused(three.id), 1)).filter(
        ({ details }) => details.reason === 'throttled',
      ),
    ).toHaveLength(1);
    await shift(5);
    expect((await login('three@grace.test', password)).status).toBe(429);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await waits()).toBe(1);
    await wait(2);
    expect((await login('three@grace.test', password)).status).toBe(429);
    await recorded(refused(three.id), 2);
    expect(await waits()).toBe(2);
  });

  it('is recorded only in the program’s log for an unknown account', async () => {
    const count = async () => (await app.database.asSuperuser('select 1 from audit_entry')).length;
    await new Promise((resolve) => setTimeout(resolve, 100));
    const before = await count();
    for (let n = 0; n < 3; n++)
      expect((await login(`nobody${n}@grace.test`, 'wrong')).status).toBe(401);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await count()).toBe(before);
    expect(warned()).toEqual(['wrong-password', 'wrong-password', 'wrong-password']);
    expect(written).not.toContain('nobody');
  });

  it('is recorded for signed-in users, too, like a changed password', async () => {
    const careless = await app.person(grace, { email: 'careless@grace.test' });
    const client = app.as('careless@grace.test');
    expect((await client.post('/api/auth/mfa/disable', { password: 'not it' })).status).toBe(400);
    expect((await client.post('/api/auth/mfa/disable', { code: '123456' })).status).toBe(400);
    expect(
      (await recorded(refused(careless.id), 2)).map(({ details }) => details.reason).sort(),
    ).toEqual(['wrong-code', 'wrong-password']);
    expect(
      (
        await client.post('/api/auth/password', {
          currentPassword: password,
          newPassword: 'a quite new one',
        })
      ).status,
    ).toBe(204);
    expect(await entries(`action=password-changed&personId=${careless.id}`)).toHaveLength(1);
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

describe('views of donations by staff', () => {
  it('are recorded with user and year once a minute, but not own ones', async () => {
    const office = app.as('secretary@grace.test');
    const gift = await give(office, hannah.id);
    const looks: [path: string, action: string, details: object][] = [
      ['/api/admin/donations?year=2024', 'donations.read', { year: 2024 }],
      [
        `/api/admin/donations/summary?donorId=${hannah.id}`,
        'donations.read',
        { donorId: hannah.id, year: null },
      ],
      [`/api/admin/donations/${gift.id}/history`, 'donations.history', { donorId: hannah.id }],
      [
        `/api/donations?userId=${hannah.id}&year=2025`,
        'donations.read',
        { donorId: hannah.id, year: 2025 },
      ],
      [
        `/api/pledges/user/${hannah.id}/year/2025`,
        'pledge.read',
        { donorId: hannah.id, year: 2025 },
      ],
      ['/api/admin/church-ledger?year=2025', 'ledger.read', { year: 2025 }],
      ['/api/admin/giving-by-month?year=2023', 'ledger.read', { year: 2023 }],
      ['/api/admin/church-ledger.csv?year=2025', 'ledger.exported', { year: 2025 }],
      [
        `/api/admin/church-ledger/${hannah.id}/2025`,
        'ledger.donor',
        { donorId: hannah.id, year: 2025 },
      ],
    ];
    for (const [at, action, details] of looks) {
      const { id } = (await entries(`action=${action}`))[0] ?? { id: '' };
      for (let n = 0; n < 3; n++)
        expect({ at, status: (await office.get(at)).status }).toEqual({ at, status: 200 });
      const fresh = (await entries(`action=${action}`)).filter((entry) => entry.id > id);
      expect({ at, fresh: fresh.map((entry) => entry.details) }).toEqual({ at, fresh: [details] });
      if ('donorId' in details) expect(fresh[0]!.subject).toMatchObject({ id: hannah.id });
    }
    const own = app.as('hannah@grace.test');
    expect((await own.get<OwnDonation[]>('/api/donations')).body).toHaveLength(1);
    await own.get(`/api/pledges/user/${hannah.id}/year/2025`);
    expect(
      (await entries(`personId=${hannah.id}`)).filter(
        ({ action, actor }) => actor?.id === hannah.id && /^(donations|pledge)\./.test(action),
      ),
    ).toEqual([]);
  });
});
