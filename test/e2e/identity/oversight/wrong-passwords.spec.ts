import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { AuditEntry } from '#libs/contracts';
import { password, startApp, type Client, type TestApp } from '../../../support/app.js';
import { until } from '../../../support/until.js';
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
  await app.person(grace, { email: 'hannah@grace.test' });
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
/**
 * What was recorded of an action once that many entries are there: some are written beside the
 * answer.
 */
const recorded = (query: string, count: number, client = admin): Promise<AuditEntry[]> =>
  until(async () => {
    const found = await entries(query, client);
    return found.length >= count && found;
  }, `fewer than ${count} entries of ${query}`);
const longAgo = () => ageAuditLog(app, '2 hours');
const login = (email: string, secret: string) =>
  app.visitor.post('/api/login', { email, password: secret });

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
          `insert into rate_limit select unnest($1::text[]), 20,
             now() - make_interval(mins => $2) on conflict (subject) do update
             set last_at = excluded.last_at`,
          [['account:three@grace.test', 'address:127.0.0.1'], minutesAgo],
        ),
      );
    const shift = (minutes: number) => ageAuditLog(app, `${minutes} minutes`);
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
