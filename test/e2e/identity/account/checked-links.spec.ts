import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { User } from '#libs/contracts';
import type { Client } from '../../../support/app.js';
import { tokenIn, waitForEmail } from '../../../support/email/emails.js';
import { startAttackedPortal, type AttackedPortal } from './email-attackers.js';

let portal: AttackedPortal;
beforeAll(async () => {
  portal = await startAttackedPortal();
});
afterAll(() => portal.app.close());
beforeEach(() => portal.clearLimits());

/**
 * How many attempts a network may make: five at once, and then one after each of the waits of 2, 4,
 * 8 … seconds, which pass on a busy machine.
 */
const allowedWithin = (seconds: number) => 5 + Math.floor(Math.log2(seconds / 2 + 1));

describe('checking a link', () => {
  const look = (token: string, page: string, client: Client = portal.app.visitor) =>
    client.post('/api/auth/link', { token, for: page });

  it('does not use up the link, and says what it is for', async () => {
    await portal.app.person(portal.grace, { email: 'look@grace.test' });
    await portal.app.visitor.post('/api/auth/forgot-password', { email: 'look@grace.test' });
    const token = tokenIn(
      await waitForEmail(portal.app, 'look@grace.test', 'Choose a new password'),
      'reset-password',
    );
    for (let n = 0; n < 20; n++)
      expect(await look(token, 'reset-password')).toMatchObject({ status: 204 });
    expect(await look(token, 'verify-email')).toMatchObject({
      status: 400,
      body: { code: 'stale-link' },
    });
    expect(
      (
        await portal.app.visitor.post('/api/auth/reset-password', {
          token,
          password: 'one of their own',
        })
      ).status,
    ).toBe(204);
    const used = await look(token, 'reset-password');
    expect(used).toMatchObject({
      status: 400,
      body: (
        await portal.app.visitor.post('/api/auth/reset-password', {
          token,
          password: 'one of their own',
        })
      ).body as object,
    });
    expect(await look('never was one', 'reset-password')).toMatchObject({
      status: 400,
      body: used.body as object,
    });
    const squatted = await portal.registerAttacker('looked@grace.test', 'grace');
    const confirm = await portal.waitForToken('looked@grace.test');
    expect((await look(confirm, 'verify-email')).status).toBe(204);
    expect((await squatted.get<User>('/api/auth/user')).body.emailVerified).toBe(false);
    await portal.app.database.asSuperuser(`update account_token set expires_at = now()`);
    expect(await look(confirm, 'verify-email')).toMatchObject({
      status: 400,
      body: { code: 'stale-link' },
    });
  });

  it('recognizes the link to a new address by the page that it opens', async () => {
    const { id } = await portal.app.person(portal.grace, { email: 'moves@grace.test' });
    await portal.admin.put(`/api/admin/users/${id}`, { email: 'moved@grace.test' });
    const [token] = await portal.app.db.platform((tx) =>
      tx.sql<{ one: string }>(
        `select purpose as one from account_token where purpose = 'change-email'`,
      ),
    );
    expect(token).toBeDefined();
    const email = await waitForEmail(
      portal.app,
      'moved@grace.test',
      'Please confirm your new email address',
    );
    expect((await look(tokenIn(email, 'verify-email'), 'verify-email')).status).toBe(204);
    expect((await look(tokenIn(email, 'verify-email'), 'reset-password')).status).toBe(400);
  });

  it('counts towards the limit of attempts of a network', async () => {
    const answers = [];
    for (let n = 0; n < 6; n++)
      answers.push((await look(`guess ${n}`, n % 2 ? 'verify-email' : 'reset-password')).status);
    expect(answers).toEqual([400, 400, 400, 400, 400, 429]);
    expect(
      (
        await portal.app.visitor.post('/api/auth/reset-password', {
          token: 'another guess',
          password: 'a good one indeed',
        })
      ).status,
    ).toBe(429);
    await portal.app.database.asSuperuser('delete from rate_limit');
    for (let n = 0; n < 5; n++)
      await portal.app.visitor.post('/api/auth/reset-password', {
        token: `guess ${n}`,
        password: 'a good one indeed',
      });
    expect((await look('another guess', 'reset-password')).status).toBe(429);
    await portal.app.database.asSuperuser('delete from rate_limit');
    const begin = performance.now();
    const burst = await Promise.all(
      Array.from({ length: 30 }, (_, n) => look(`burst ${n}`, 'reset-password')),
    );
    const seconds = (performance.now() - begin) / 1000;
    expect(burst.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(
      allowedWithin(seconds),
    );
  });
});
