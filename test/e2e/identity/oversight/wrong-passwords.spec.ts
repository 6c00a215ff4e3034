import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AuditEntry } from '#libs/contracts';
import { password } from '../../../support/app.js';
import { ageAuditLog } from '../../../support/database/audit-log.js';
import { until } from '../../../support/until.js';
import { startAuditedChurches, type AuditedChurches } from './audited-churches.js';

let churches: AuditedChurches;
beforeAll(async () => {
  churches = await startAuditedChurches();
});
afterAll(() => churches.app.close());
beforeEach(() => churches.reset());

/**
 * Waits until the audit log has this number of entries, because some are written only after the
 * answer, and returns them.
 */
const waitForEntries = (
  query: string,
  count: number,
  client = churches.admin,
): Promise<AuditEntry[]> =>
  until(async () => {
    const entries = await churches.readEntries(query, client);
    return entries.length >= count && entries;
  }, `fewer than ${count} entries of ${query}`);
const login = (email: string, secret: string) =>
  churches.app.visitor.post('/api/login', { email, password: secret });

describe('a wrong password or code', () => {
  const refusalsOf = (userId: string) => `action=credentials-refused&personId=${userId}`;

  it('is in the audit logs of all churches of the account, with at most two entries', async () => {
    const two = await churches.app.person(churches.grace, { email: 'two@grace.test' });
    await churches.app.visitor.post('/api/register', {
      email: 'two@grace.test',
      password,
      firstName: 'T',
      lastName: 'W',
      organizationSlug: 'hope',
    });
    for (let n = 0; n < 5; n++)
      expect((await login('Two@grace.test', `CANARY${n}`)).status).toBe(401);
    for (let n = 0; n < 10; n++) expect((await login('two@grace.test', password)).status).toBe(429);
    const log = await waitForEntries(refusalsOf(two.id), 2);
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
      await waitForEntries('action=credentials-refused', 2, churches.app.as('admin@hope.test')),
    ).toMatchObject([
      { details: { reason: 'throttled' } },
      { details: { reason: 'wrong-password' } },
    ]);
    expect(churches.log.warnings().filter((code) => code === 'throttled')).toHaveLength(10);
    expect(churches.log.text).not.toMatch(/CANARY|two@grace|correct horse/i);
  });

  it('is recorded once while further attempts are refused', async () => {
    const three = await churches.app.person(churches.grace, { email: 'three@grace.test' });
    const waits = async () =>
      (await churches.readEntries(refusalsOf(three.id))).filter(
        ({ details }) => details.reason === 'throttled',
      ).length;
    const wait = (minutesAgo: number) =>
      churches.app.db.platform((tx) =>
        tx.sql(
          `insert into rate_limit select unnest($1::text[]), 20,
             now() - make_interval(mins => $2) on conflict (subject) do update
             set last_at = excluded.last_at`,
          [['account:three@grace.test', 'address:127.0.0.1'], minutesAgo],
        ),
      );
    const shift = (minutes: number) => ageAuditLog(churches.app, `${minutes} minutes`);
    await shift(60);
    await wait(14);
    expect((await login('three@grace.test', password)).status).toBe(429);
    expect(
      (await waitForEntries(refusalsOf(three.id), 1)).filter(
        ({ details }) => details.reason === 'throttled',
      ),
    ).toHaveLength(1);
    await shift(5);
    expect((await login('three@grace.test', password)).status).toBe(429);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await waits()).toBe(1);
    await wait(2);
    expect((await login('three@grace.test', password)).status).toBe(429);
    await waitForEntries(refusalsOf(three.id), 2);
    expect(await waits()).toBe(2);
  });

  it('is recorded only in the log of the program if the account is unknown', async () => {
    const count = async () =>
      (await churches.app.database.asSuperuser('select 1 from audit_entry')).length;
    await new Promise((resolve) => setTimeout(resolve, 100));
    const before = await count();
    for (let n = 0; n < 3; n++)
      expect((await login(`nobody${n}@grace.test`, 'wrong')).status).toBe(401);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await count()).toBe(before);
    expect(churches.log.warnings()).toEqual(['wrong-password', 'wrong-password', 'wrong-password']);
    expect(churches.log.text).not.toContain('nobody');
  });

  it('is recorded for signed-in users, too, like a changed password', async () => {
    const careless = await churches.app.person(churches.grace, { email: 'careless@grace.test' });
    const client = churches.app.as('careless@grace.test');
    expect((await client.post('/api/auth/mfa/disable', { password: 'not it' })).status).toBe(400);
    expect((await client.post('/api/auth/mfa/disable', { code: '123456' })).status).toBe(400);
    expect(
      (await waitForEntries(refusalsOf(careless.id), 2))
        .map(({ details }) => details.reason)
        .sort(),
    ).toEqual(['wrong-code', 'wrong-password']);
    expect(
      (
        await client.post('/api/auth/password', {
          currentPassword: password,
          newPassword: 'a quite new one',
        })
      ).status,
    ).toBe(204);
    expect(
      await churches.readEntries(`action=password-changed&personId=${careless.id}`),
    ).toHaveLength(1);
  });
});
