import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SignedUpChurch, User } from '#libs/contracts';
import {
  password as theirs,
  startApp,
  under,
  type Client,
  type TestApp,
} from '../../../support/app.js';
import { waitForEmail, tokenIn } from '../../../support/email/emails.js';
import { visitorsOf } from '../../../support/visitors.js';

/**
 * Each email whose link gives somebody something, with an attacker beside it who knows the address,
 * has an account of their own with it where that is possible, and acts before, between and after
 * its owner: they never see or hold anything.
 */
let app: TestApp;
let grace: string;
let visitors: ReturnType<typeof visitorsOf>;
const attackers = 'the attacker’s one';
beforeAll(async () => {
  app = await startApp({ env: { BASE_URL: 'http://portal.example' } });
  visitors = visitorsOf(app);
  grace = await app.church('grace');
  await app.church('hope');
  await app.person(grace, { email: 'admin@grace.test', role: 'admin' });
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
const verify = (token: string, proof: object = {}, by: Client = app.visitor) =>
  by.post('/api/auth/verify-email', { token, ...proof });
/**
 * Nothing of the attacker's is worth anything: neither session nor password, nor do they see the
 * church.
 */
async function expectShutOut(email: string, session: Client): Promise<void> {
  expect((await session.get('/api/auth/user')).status).toBe(401);
  await app.database.asSuperuser('delete from rate_limit');
  for (const host of ['grace.localhost', 'hope.localhost', 'localhost']) {
    expect((await under(app, host).post('/api/login', { email, password: attackers })).status).toBe(
      401,
    );
  }
}

describe('a church that was registered in another person’s name', () => {
  const signUp = async (email: string, organizationName: string) =>
    (
      await under(app, 'portal.localhost').post<SignedUpChurch>('/api/organizations/signup', {
        organizationName,
        contactName: 'Pastor Joe',
        email,
        customDomain: `${organizationName.toLowerCase()}.test`,
        memberCount: '1-50',
        selectedPlan: 'basic',
      })
    ).body;
  /**
   * Takes the newest email to the contact of a church, and returns its token; the link leads to the
   * church's host.
   */
  const welcome = async (to: string, slug: string, page: string) => {
    const link = new RegExp(`//${slug}\\.[^/]+/${page}\\?token=([\\w-]{43})`);
    const email = await waitForEmail(app, to, 'Welcome to Church Connect', link);
    return link.exec(email.text!)![1]!;
  };
  const peopleOf = (church: SignedUpChurch) =>
    app.db.tenant(church.id, (tx) =>
      tx.sql<{ role: string; signsIn: boolean }>(
        'select role, account_id is not null as "signsIn" from app_user',
      ),
    );

  it('does not make the attacker an admin, before or after the confirmation', async () => {
    const session = await squat('pastor.joe@newchurch.test');
    const church = await signUp('pastor.joe@newchurch.test', 'Newchurch');
    expect(await peopleOf(church)).toEqual([{ role: 'admin', signsIn: false }]);
    expect(
      (
        await under(app, 'newchurch.localhost').post('/api/login', {
          email: 'pastor.joe@newchurch.test',
          password: attackers,
        })
      ).status,
    ).not.toBe(200);
    // between: the attacker asks to join it, and for a new password
    await visitors.register('pastor.joe@newchurch.test', {
      organizationSlug: 'newchurch',
      password: attackers,
    });
    expect(await peopleOf(church)).toEqual([{ role: 'admin', signsIn: false }]);
    const token = await welcome('pastor.joe@newchurch.test', 'newchurch', 'reset-password');
    expect(
      (await app.visitor.post('/api/auth/reset-password', { token, password: theirs })).status,
    ).toBe(200);
    await expectShutOut('pastor.joe@newchurch.test', session);
    expect(
      (
        await under(app, 'newchurch.localhost').post('/api/login', {
          email: 'pastor.joe@newchurch.test',
          password: attackers,
        })
      ).status,
    ).toBe(401);
    const joe = await under(app, 'newchurch.localhost').post<{ user: User }>('/api/login', {
      email: 'pastor.joe@newchurch.test',
      password: theirs,
    });
    expect(joe).toMatchObject({
      status: 200,
      body: { user: { role: 'admin', organizationId: church.id } },
    });
  });

  it('gets its admin only by acceptance with the password of the account', async () => {
    await app.person(grace, { email: 'known@grace.test' });
    const church = await signUp('known@grace.test', 'Unasked');
    const client = await visitors.enter('known@grace.test');
    expect(
      (
        await under(app, 'unasked.localhost').post('/api/login', {
          email: 'known@grace.test',
          password: theirs,
        })
      ).status,
    ).toBe(401);
    await app.visitor.post('/api/auth/forgot-password', { email: 'known@grace.test' });
    const reset = tokenIn(
      await waitForEmail(app, 'known@grace.test', 'Choose a new password'),
      'reset-password',
    );
    expect(
      (
        await app.visitor.post('/api/auth/reset-password', {
          token: reset,
          password: 'a second one of theirs',
        })
      ).status,
    ).toBe(204);
    expect(await peopleOf(church)).toEqual([{ role: 'admin', signsIn: false }]);
    expect((await client.get('/api/auth/user')).status).toBe(401);
    const token = await welcome('known@grace.test', 'unasked', 'verify-email');
    expect((await verify(token)).status).toBe(400);
    expect((await verify(token, { password: theirs })).status).toBe(400);
    expect(await peopleOf(church)).toEqual([{ role: 'admin', signsIn: false }]);
    expect(await verify(token, { password: 'a second one of theirs' })).toMatchObject({
      status: 200,
      body: { user: { role: 'admin', organizationId: church.id } },
    });
    expect(await peopleOf(church)).toEqual([{ role: 'admin', signsIn: true }]);
    expect((await verify(token, { password: 'a second one of theirs' })).status).toBe(400);
  });

  it('is kept if another is registered in the same name, or the link expires', async () => {
    const mine = await signUp('twice@mine.test', 'Mine');
    await app.database.asSuperuser('delete from rate_limit');
    await signUp('twice@mine.test', 'Theirs');
    await app.database.asSuperuser(
      `update account_token set expires_at = now() - interval '1 minute' where organization_id = $1`,
      [mine.id],
    );
    const old = await welcome('twice@mine.test', 'mine', 'reset-password');
    expect(
      (await app.visitor.post('/api/auth/reset-password', { token: old, password: theirs })).status,
    ).toBe(400);
    await app.visitor.post('/api/auth/forgot-password', { email: 'twice@mine.test' });
    const token = await welcome('twice@mine.test', 'mine', 'reset-password');
    expect(
      (await app.visitor.post('/api/auth/reset-password', { token, password: theirs })).status,
    ).toBe(200);
    expect(await peopleOf(mine)).toEqual([{ role: 'admin', signsIn: true }]);
  });
});
