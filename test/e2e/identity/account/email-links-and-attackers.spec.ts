import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import type { FactorSetUp, RecoveryCodes, SignedUpChurch, User } from '#libs/contracts';
import {
  give,
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
beforeEach(() =>
  app.database.asSuperuser('delete from sign_in_failure; delete from letter_request'),
);

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
const confirmation = async (email: string) =>
  tokenIn(await waitForEmail(app, email, 'Please confirm your email address'), 'verify-email');
/**
 * Nothing of the attacker's is worth anything: neither session nor password, nor do they see the
 * church.
 */
async function expectShutOut(email: string, session: Client): Promise<void> {
  expect((await session.get('/api/auth/user')).status).toBe(401);
  await app.database.asSuperuser('delete from sign_in_failure');
  for (const host of ['grace.localhost', 'hope.localhost', 'localhost']) {
    expect((await under(app, host).post('/api/login', { email, password: attackers })).status).toBe(
      401,
    );
  }
}

describe('the confirmation of an address', () => {
  it('gives the owner a new password, and nothing of an earlier attacker', async () => {
    const session = await squat('ruth@grace.test');
    await waitForEmail(app, 'ruth@grace.test', 'Please confirm your email address');
    // between: the owner registers with the church, with a password of their own; the answer is the
    // same as ever
    const answer = await visitors.register('ruth@grace.test');
    expect(answer).toMatchObject({
      status: 201,
      body: { email: 'ruth@grace.test', isApproved: false },
    });
    expect(
      (await app.visitor.post('/api/login', { email: 'ruth@grace.test', password: theirs })).status,
    ).toBe(401);
    const token = tokenIn(
      await waitForEmail(app, 'ruth@grace.test', 'Joining Church grace'),
      'reset-password',
    );
    expect(
      (await app.visitor.post('/api/auth/reset-password', { token, password: theirs })).status,
    ).toBe(204);
    await expectShutOut('ruth@grace.test', session);
    const here = await under(app, 'grace.localhost').post<{ user: User }>('/api/login', {
      email: 'ruth@grace.test',
      password: theirs,
    });
    expect(here).toMatchObject({
      status: 200,
      body: {
        user: { organizationId: grace, isApproved: false, emailVerified: true, firstName: 'Ruth' },
      },
    });
    // after: the same again brings nothing
    await visitors.register('ruth@grace.test', { organizationSlug: 'hope', password: attackers });
    await expectShutOut('ruth@grace.test', session);
  });

  it('does nothing without a password, or with the attacker’s password', async () => {
    const session = await squat('naomi@grace.test', 'grace');
    const token = await confirmation('naomi@grace.test');
    expect(await verify(token)).toMatchObject({
      status: 400,
      body: { code: 'password-needed', email: 'naomi@grace.test' },
    });
    expect((await session.get<User>('/api/auth/user')).body.emailVerified).toBe(false);
    expect((await verify(token, { newPassword: theirs })).status).toBe(204);
    await expectShutOut('naomi@grace.test', session);
    expect((await visitors.login('naomi@grace.test')).status).toBe(200);
  });

  it('of a user whom staff added gives the role to the owner of the address', async () => {
    const { id } = await app.person(grace, {
      email: 'treasurer@grace.test',
      role: 'secretary',
      signsIn: false,
    });
    await give(admin, id, { amount: '90.00' });
    await visitors.register('treasurer@grace.test', { password: attackers });
    expect(
      await app.visitor.post('/api/login', { email: 'treasurer@grace.test', password: attackers }),
    ).toMatchObject({ status: 403, body: { code: 'unverified' } });
    const [token, other] = [
      await confirmation('treasurer@grace.test'),
      await confirmation('treasurer@grace.test'),
    ]; // the try to sign in sent another
    expect((await verify(token)).status).toBe(400);
    expect((await verify(token, { newPassword: theirs })).status).toBe(204);
    expect((await verify(other, { newPassword: attackers })).status).toBe(400);
    expect(
      (await app.visitor.post('/api/login', { email: 'treasurer@grace.test', password: attackers }))
        .status,
    ).toBe(401);
    const treasurer = await visitors.enter('treasurer@grace.test');
    expect((await treasurer.get<User>('/api/auth/user')).body).toMatchObject({
      id,
      role: 'secretary',
      emailVerified: true,
    });
    expect((await treasurer.get<{ total: string }>('/api/user/donations/total')).body.total).toBe(
      '90.00',
    );
  });
});

describe('a new password', () => {
  it('asks for no second factor of an account without a confirmed address', async () => {
    const session = await squat('boaz@grace.test');
    await app.database.asSuperuser(
      `update app_user set is_approved = true, phone = '555-123-4567'
         where email = 'boaz@grace.test'`,
    );
    const setUp = () =>
      session.post<FactorSetUp>('/api/auth/mfa/setup', {
        method: 'authenticator',
        password: attackers,
      });
    expect(await setUp()).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('confirm your email address') },
    });
    // one from before this was refused
    await app.database.asSuperuser(
      `update account set email_verified_at = now() where email = 'boaz@grace.test'`,
    );
    const {
      body: { secret },
    } = await setUp();
    expect(
      (
        await session.post<RecoveryCodes>('/api/auth/mfa/confirm', {
          code: new TOTP({ secret: Secret.fromBase32(secret!) }).generate(),
        })
      ).status,
    ).toBe(200);
    await app.database.asSuperuser(
      `update account set email_verified_at = null where email = 'boaz@grace.test'`,
    );
    await app.visitor.post('/api/auth/forgot-password', { email: 'boaz@grace.test' });
    const token = tokenIn(
      await waitForEmail(app, 'boaz@grace.test', 'Choose a new password'),
      'reset-password',
    );
    expect(
      (await app.visitor.post('/api/auth/reset-password', { token, password: theirs })).status,
    ).toBe(204);
    const answer = await visitors.login('boaz@grace.test');
    expect(answer).toMatchObject({ status: 200, body: { user: { mfaEnabled: false } } });
    await expectShutOut('boaz@grace.test', session);
  });
});

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
    await app.database.asSuperuser('delete from sign_in_failure');
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

describe('an invitation', () => {
  it('gives an attacker nothing of what the owner of the address has later', async () => {
    expect(
      (await admin.post('/api/admin/invitations', { emails: ['saul@tarsus.test'] })).status,
    ).toBe(200);
    const session = await squat('saul@tarsus.test', 'grace');
    const token = await confirmation('saul@tarsus.test');
    const { body: pending } = await admin.get<User[]>('/api/users/pending');
    const saul = pending.find(({ email }) => email === 'saul@tarsus.test')!;
    expect(saul.emailVerified).toBe(false);
    // the office did not heed the warning
    expect((await admin.post(`/api/users/${saul.id}/approve`)).status).toBe(200);
    expect((await verify(token, { newPassword: theirs })).status).toBe(204);
    await expectShutOut('saul@tarsus.test', session);
    const log = await admin.get<
      | { entries: { action: string; details: Record<string, unknown> }[] }
      | { action: string; details: Record<string, unknown> }[]
    >('/api/admin/audit?action=member-approved');
    expect(JSON.stringify(log.body)).toContain('"unconfirmed":true');
  });

  it('does not greet with a name that a stranger typed', async () => {
    await visitors.register('stranger@far.test', {
      firstName: 'Win $500 at evil.test',
      lastName: 'now',
    });
    expect(
      (await waitForEmail(app, 'stranger@far.test', 'Please confirm your email address')).text,
    ).not.toContain('evil.test');
    const { body: pending } = await admin.get<User[]>('/api/users/pending');
    await admin.post(
      `/api/users/${pending.find(({ email }) => email === 'stranger@far.test')!.id}/approve`,
    );
    expect(
      (await waitForEmail(app, 'stranger@far.test', 'Welcome to Church grace')).text,
    ).not.toContain('evil.test');
  });
});

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
    await app.database.asSuperuser('delete from sign_in_failure');
    for (let n = 0; n < 5; n++)
      await app.visitor.post('/api/auth/reset-password', {
        token: `guess ${n}`,
        password: 'a good one indeed',
      });
    expect((await look('another guess', 'reset-password')).status).toBe(429);
    // many at once get no further
    await app.database.asSuperuser('delete from sign_in_failure');
    const burst = await Promise.all(
      Array.from({ length: 30 }, (_, n) => look(`burst ${n}`, 'reset-password')),
    );
    expect(burst.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(5);
  });
});
