import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { auditOnce } from '#libs/http';
import { signIn, under, type Client } from '../../../support/app.js';
import { startAuditedChurches, type AuditedChurches } from './audited-churches.js';

let churches: AuditedChurches;
beforeAll(async () => {
  churches = await startAuditedChurches();
});
afterAll(() => churches.app.close());
beforeEach(() => churches.reset());

describe('a refused request', () => {
  it('is in the audit log with its route and reason, without ids and bodies', async () => {
    const member = churches.app.as('hannah@grace.test');
    const otherAdmin = churches.app.as('admin@hope.test');
    const earlier = [
      ...(await churches.readEntries('action=call-refused')),
      ...(await churches.readEntries('action=call-refused', otherAdmin)),
    ].map(({ id }) => id);
    const readNewEntries = async (client: Client) =>
      (await churches.readEntries('action=call-refused', client)).filter(
        ({ id }) => !earlier.includes(id),
      );
    expect(
      (
        await member.put(`/api/admin/users/${churches.hannah.id}`, {
          role: 'admin',
          lastName: 'CANARY',
        })
      ).status,
    ).toBe(403);
    expect((await member.get('/api/admin/church-ledger?search=CANARY')).status).toBe(403);
    expect((await churches.app.as('waits@grace.test').get('/api/fundraisers')).status).toBe(403);
    const log = await readNewEntries(churches.admin);
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
    expect(churches.log.warnings()).toEqual(['forbidden', 'forbidden', 'forbidden']);
    expect(churches.log.text).not.toContain('CANARY');
    expect(await readNewEntries(otherAdmin)).toEqual([]);
  });

  it('is recorded if the church is read-only or the request comes from another site', async () => {
    await churches.app.db.platform((tx) =>
      tx.sql('update organization set is_paused = true where id = $1', [churches.hope]),
    );
    const otherAdmin = churches.app.as('admin@hope.test');
    expect((await otherAdmin.post('/api/admin/users', {})).status).toBe(403);
    expect(
      (await otherAdmin.post('/api/messages', {}, { origin: 'http://evil.example' })).status,
    ).toBe(403);
    expect(
      (await otherAdmin.put('/api/auth/profile', {}, { 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(403);
    expect(
      (await churches.app.visitor.post('/api/login', {}, { origin: 'http://evil.example' })).status,
    ).toBe(403);
    await churches.app.db.platform((tx) =>
      tx.sql('update organization set is_paused = false where id = $1', [churches.hope]),
    );
    expect(
      (await churches.readEntries('action=call-refused', otherAdmin)).map(({ details }) => details),
    ).toEqual([
      { route: 'PUT /api/auth/profile', code: 'cross-site' },
      { route: expect.stringMatching(/^POST /), code: 'cross-site' },
      { route: 'POST /api/admin/users', code: 'read-only' },
    ]);
    expect(churches.log.warnings()).toEqual([
      'read-only',
      'cross-site',
      'cross-site',
      'cross-site',
    ]);
  });

  it('is recorded once a minute, and at most sixty times an hour', async () => {
    await churches.ageEntries();
    const member = churches.app.as('hannah@grace.test');
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => member.get('/api/admin/users')),
    );
    for (let n = 0; n < 5; n++) answers.push(await member.get('/api/admin/users'));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
    const queryForHannah = `action=call-refused&personId=${churches.hannah.id}`;
    expect(
      (await churches.readEntries(queryForHannah)).filter(
        ({ details }) => details.route === 'GET /api/admin/users',
      ),
    ).toHaveLength(1);
    await churches.app.db.tenant(churches.grace, (tx) =>
      tx.sql(
        `insert into audit_entry (organization_id, id, actor_id, action, details)
           select $1, gen_random_uuid(), $2, 'call-refused', '{}' from generate_series(1, 59)`,
        [churches.grace, churches.hannah.id],
      ),
    );
    const before = (await churches.readEntries(queryForHannah)).length;
    expect((await member.get('/api/admin/audit')).status).toBe(403);
    expect(await churches.readEntries(queryForHannah)).toHaveLength(before);
  });

  it('is recorded once for two simultaneous requests', async () => {
    const note = () =>
      churches.app.db.separate(churches.grace, (tx) =>
        auditOnce(tx, churches.hannah.id, 'call-refused', { at: 'once' }),
      );
    let second: Promise<void> | undefined;
    await churches.app.db.separate(churches.grace, async (tx) => {
      await auditOnce(tx, churches.hannah.id, 'call-refused', { at: 'once' });
      second = note();
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
    await second;
    expect(
      (await churches.readEntries(`action=call-refused&personId=${churches.hannah.id}`)).filter(
        ({ details }) => details.at === 'once',
      ),
    ).toHaveLength(1);
  });
});

describe('the log of the program', () => {
  const get = (cookie: string, host?: string) =>
    (host ? under(churches.app, host, cookie) : churches.app.visitor).get(
      '/api/auth/user',
      host ? {} : { cookie },
    );
  it('contains forged cookies, unknown hosts and invalid links, but no secrets', async () => {
    const cookie = await signIn(churches.app.visitor, 'hannah@grace.test');
    churches.log.clear();
    expect((await get('sid=SECRET; a=b')).status).toBe(401);
    expect((await get(`sid=${'S'.repeat(43)}`)).status).toBe(401);
    expect((await get(cookie, 'hope.localhost')).status).toBe(401);
    expect((await under(churches.app, 'evil.example').get('/api/settings')).status).toBe(200);
    for (const linkKind of ['verify-email', 'reset-password'])
      expect(
        (
          await churches.app.visitor.post(`/api/auth/${linkKind}`, {
            token: 'SECRET',
            ...(linkKind === 'reset-password' ? { password: 'a good new one' } : {}),
          })
        ).status,
      ).toBe(400);
    expect(churches.log.warnings()).toEqual([
      'forged-session',
      'unknown-session',
      'foreign-session',
      'unknown-host',
      'stale-link',
      'stale-link',
    ]);
    expect(churches.log.text).not.toMatch(new RegExp(`SECRET|SSSSS|${cookie.slice(4)}`));
    churches.log.clear();
    expect([
      (await get(cookie, 'grace.localhost')).status,
      (await get(cookie)).status,
      (await churches.app.visitor.get('/api/auth/user')).status,
    ]).toEqual([200, 200, 401]);
    expect(churches.log.warnings()).toEqual([]);
  });
});
