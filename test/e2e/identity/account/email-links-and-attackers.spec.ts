import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import type { FactorSetUp, RecoveryCodes, User } from '#libs/contracts';
import { give, password as ownerPassword, under } from '../../../support/app.js';
import { tokenIn, waitForEmail } from '../../../support/email/emails.js';
import { attackerPassword, startAttackedPortal, type AttackedPortal } from './email-attackers.js';

let portal: AttackedPortal;
beforeAll(async () => {
  portal = await startAttackedPortal();
});
afterAll(() => portal.app.close());
beforeEach(() => portal.clearLimits());

describe('the confirmation of an address', () => {
  it('gives the account to the owner of the address, and nothing to the attacker', async () => {
    const session = await portal.registerAttacker('ruth@grace.test');
    await waitForEmail(portal.app, 'ruth@grace.test', 'Please confirm your email address');
    // Between the attacker's actions, the owner registers with the church and chooses a password.
    // The answer is the usual one.
    const answer = await portal.visitors.register('ruth@grace.test');
    expect(answer).toMatchObject({
      status: 201,
      body: { email: 'ruth@grace.test', isApproved: false },
    });
    expect(
      (
        await portal.app.visitor.post('/api/login', {
          email: 'ruth@grace.test',
          password: ownerPassword,
        })
      ).status,
    ).toBe(401);
    const token = tokenIn(
      await waitForEmail(portal.app, 'ruth@grace.test', 'Joining Church grace'),
      'reset-password',
    );
    expect(
      (
        await portal.app.visitor.post('/api/auth/reset-password', {
          token,
          password: ownerPassword,
        })
      ).status,
    ).toBe(204);
    await portal.expectShutOut('ruth@grace.test', session);
    const signedIn = await under(portal.app, 'grace.localhost').post<{ user: User }>('/api/login', {
      email: 'ruth@grace.test',
      password: ownerPassword,
    });
    expect(signedIn).toMatchObject({
      status: 200,
      body: {
        user: {
          organizationId: portal.grace,
          isApproved: false,
          emailVerified: true,
          firstName: 'Ruth',
        },
      },
    });
    // Afterwards, another registration by the attacker changes nothing.
    await portal.visitors.register('ruth@grace.test', {
      organizationSlug: 'hope',
      password: attackerPassword,
    });
    await portal.expectShutOut('ruth@grace.test', session);
  });

  it('does nothing without a password, or with the attacker’s password', async () => {
    const session = await portal.registerAttacker('naomi@grace.test', 'grace');
    const token = await portal.waitForToken('naomi@grace.test');
    expect(await portal.verifyAddress(token)).toMatchObject({
      status: 400,
      body: { code: 'password-needed', email: 'naomi@grace.test' },
    });
    expect((await session.get<User>('/api/auth/user')).body.emailVerified).toBe(false);
    expect((await portal.verifyAddress(token, { newPassword: ownerPassword })).status).toBe(204);
    await portal.expectShutOut('naomi@grace.test', session);
    expect((await portal.visitors.login('naomi@grace.test')).status).toBe(200);
  });

  it('gives the role to the owner of the address if staff added the user', async () => {
    const { id } = await portal.app.person(portal.grace, {
      email: 'treasurer@grace.test',
      role: 'secretary',
      signsIn: false,
    });
    await give(portal.admin, id, { amount: '90.00' });
    await portal.visitors.register('treasurer@grace.test', { password: attackerPassword });
    expect(
      await portal.app.visitor.post('/api/login', {
        email: 'treasurer@grace.test',
        password: attackerPassword,
      }),
    ).toMatchObject({ status: 403, body: { code: 'unverified' } });
    const [token, other] = [
      await portal.waitForToken('treasurer@grace.test'),
      await portal.waitForToken('treasurer@grace.test'),
    ]; // sent by the attempt to sign in
    expect((await portal.verifyAddress(token)).status).toBe(400);
    expect((await portal.verifyAddress(token, { newPassword: ownerPassword })).status).toBe(204);
    expect((await portal.verifyAddress(other, { newPassword: attackerPassword })).status).toBe(400);
    expect(
      (
        await portal.app.visitor.post('/api/login', {
          email: 'treasurer@grace.test',
          password: attackerPassword,
        })
      ).status,
    ).toBe(401);
    const treasurer = await portal.visitors.enter('treasurer@grace.test');
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

describe('a link for a new password', () => {
  it('can be used without the second factor that an attacker has turned on', async () => {
    const session = await portal.registerAttacker('boaz@grace.test');
    await portal.app.database.asSuperuser(
      `update app_user set is_approved = true, phone = '555-123-4567'
         where email = 'boaz@grace.test'`,
    );
    const setUp = () =>
      session.post<FactorSetUp>('/api/auth/mfa/setup', {
        method: 'authenticator',
        password: attackerPassword,
      });
    expect(await setUp()).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('confirm your email address') },
    });
    // An attempt before this one was refused.
    await portal.app.database.asSuperuser(
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
    await portal.app.database.asSuperuser(
      `update account set email_verified_at = null where email = 'boaz@grace.test'`,
    );
    await portal.app.visitor.post('/api/auth/forgot-password', { email: 'boaz@grace.test' });
    const token = tokenIn(
      await waitForEmail(portal.app, 'boaz@grace.test', 'Choose a new password'),
      'reset-password',
    );
    expect(
      (
        await portal.app.visitor.post('/api/auth/reset-password', {
          token,
          password: ownerPassword,
        })
      ).status,
    ).toBe(204);
    const answer = await portal.visitors.login('boaz@grace.test');
    expect(answer).toMatchObject({ status: 200, body: { user: { mfaEnabled: false } } });
    await portal.expectShutOut('boaz@grace.test', session);
  });
});

describe('an invitation', () => {
  it('gives an attacker nothing that the owner of the address has later', async () => {
    expect(
      (await portal.admin.post('/api/admin/invitations', { emails: ['saul@tarsus.test'] })).status,
    ).toBe(200);
    const session = await portal.registerAttacker('saul@tarsus.test', 'grace');
    const token = await portal.waitForToken('saul@tarsus.test');
    const { body: pendingUsers } = await portal.admin.get<User[]>('/api/users/pending');
    const saul = pendingUsers.find(({ email }) => email === 'saul@tarsus.test')!;
    expect(saul.emailVerified).toBe(false);
    // The admin approves the user despite the warning that the address is unconfirmed.
    expect((await portal.admin.post(`/api/users/${saul.id}/approve`)).status).toBe(200);
    expect((await portal.verifyAddress(token, { newPassword: ownerPassword })).status).toBe(204);
    await portal.expectShutOut('saul@tarsus.test', session);
    const log = await portal.admin.get<
      | { entries: { action: string; details: Record<string, unknown> }[] }
      | { action: string; details: Record<string, unknown> }[]
    >('/api/admin/audit?action=member-approved');
    expect(JSON.stringify(log.body)).toContain('"unconfirmed":true');
  });

  it('is not followed by emails that contain a name which a stranger typed', async () => {
    await portal.visitors.register('stranger@far.test', {
      firstName: 'Win $500 at evil.test',
      lastName: 'now',
    });
    expect(
      (await waitForEmail(portal.app, 'stranger@far.test', 'Please confirm your email address'))
        .text,
    ).not.toContain('evil.test');
    const { body: pendingUsers } = await portal.admin.get<User[]>('/api/users/pending');
    await portal.admin.post(
      `/api/users/${pendingUsers.find(({ email }) => email === 'stranger@far.test')!.id}/approve`,
    );
    expect(
      (await waitForEmail(portal.app, 'stranger@far.test', 'Welcome to Church grace')).text,
    ).not.toContain('evil.test');
  });
});
