import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import type { FactorSetUp, RecoveryCodes, User } from '#libs/contracts';
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
const confirmation = async (email: string) =>
  tokenIn(await waitForEmail(app, email, 'Please confirm your email address'), 'verify-email');
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
