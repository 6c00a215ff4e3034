import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { User } from '#libs/contracts';
import { startApp, type Client, type TestApp } from '../../../support/app.js';
import { waitForEmail, tokenIn } from '../../../support/email/emails.js';
import { visitorsOf } from '../../../support/visitors.js';

/**
 * Each email whose link gives somebody something, with an attacker beside it who knows the address,
 * has an account of their own with it where that is possible, and acts before, between and after
 * its owner: they never see or hold anything.
 */
let app: TestApp;
let grace: string;
let admin: Client;
let visitors: ReturnType<typeof visitorsOf>;
const attackers = 'the attacker’s one';
beforeAll(async () => {
  app = await startApp({ env: { BASE_URL: 'http://portal.example' } });
  visitors = visitorsOf(app);
  grace = await app.church('grace');
  await app.church('hope');
  await app.person(grace, { email: 'admin@grace.test', role: 'admin' });
  admin = app.as('admin@grace.test');
});
afterAll(() => app.close());
beforeEach(() => app.database.asSuperuser('delete from rate_limit; delete from email_request'));

const squat = async (email: string, organizationSlug = 'hope') => {
  await visitors.register(email, {
    organizationSlug,
    password: attackers,
    firstName: 'Evil',
    lastName: 'One',
  });
  const session = await visitors.enter(email, attackers);
  // the email that this brought is their victim's, who doesn't know of it and leaves it
  return session;
};
const confirmation = async (email: string) =>
  tokenIn(await waitForEmail(app, email, 'Please confirm your email address'), 'verify-email');

describe('checking a link', () => {
  const look = (token: string, page: string, by: Client = app.visitor) =>
    by.post('/api/auth/link', { token, for: page });

  it('does not use up the link, and says what it is for', async () => {
    await app.person(grace, { email: 'look@grace.test' });
    await app.visitor.post('/api/auth/forgot-password', { email: 'look@grace.test' });
    const token = tokenIn(
      await waitForEmail(app, 'look@grace.test', 'Choose a new password'),
      'reset-password',
    );
    for (let n = 0; n < 20; n++)
      expect(await look(token, 'reset-password')).toMatchObject({ status: 204 });
    expect(await look(token, 'verify-email')).toMatchObject({
      status: 400,
      body: { code: 'stale-link' },
    });
    expect(
      (await app.visitor.post('/api/auth/reset-password', { token, password: 'one of their own' }))
        .status,
    ).toBe(204);
    const used = await look(token, 'reset-password');
    expect(used).toMatchObject({
      status: 400,
      body: (
        await app.visitor.post('/api/auth/reset-password', { token, password: 'one of their own' })
      ).body as object,
    });
    expect(await look('never was one', 'reset-password')).toMatchObject({
      status: 400,
      body: used.body as object,
    });
    const squatted = await squat('looked@grace.test', 'grace');
    const confirm = await confirmation('looked@grace.test');
    expect((await look(confirm, 'verify-email')).status).toBe(204);
    expect((await squatted.get<User>('/api/auth/user')).body.emailVerified).toBe(false);
    await app.database.asSuperuser(`update account_token set expires_at = now()`);
    expect(await look(confirm, 'verify-email')).toMatchObject({
      status: 400,
      body: { code: 'stale-link' },
    });
  });

  it('recognizes the link to a new address by the page that it opens', async () => {
    const { id } = await app.person(grace, { email: 'moves@grace.test' });
    await admin.put(`/api/admin/users/${id}`, { email: 'moved@grace.test' });
    const [token] = await app.db.platform((tx) =>
      tx.sql<{ one: string }>(
        `select purpose as one from account_token where purpose = 'change-email'`,
      ),
    );
    expect(token).toBeDefined();
    const email = await waitForEmail(
      app,
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
        await app.visitor.post('/api/auth/reset-password', {
          token: 'another guess',
          password: 'a good one indeed',
        })
      ).status,
    ).toBe(429);
    await app.database.asSuperuser('delete from rate_limit');
    for (let n = 0; n < 5; n++)
      await app.visitor.post('/api/auth/reset-password', {
        token: `guess ${n}`,
        password: 'a good one indeed',
      });
    expect((await look('another guess', 'reset-password')).status).toBe(429);
    // many at once get no further
    await app.database.asSuperuser('delete from rate_limit');
    const burst = await Promise.all(
      Array.from({ length: 30 }, (_, n) => look(`burst ${n}`, 'reset-password')),
    );
    expect(burst.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(5);
  });
});
