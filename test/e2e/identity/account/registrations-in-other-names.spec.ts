import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SignedUpChurch, User } from '#libs/contracts';
import { password as ownerPassword, under } from '../../../support/app.js';
import { tokenIn, waitForEmail } from '../../../support/email/emails.js';
import { attackerPassword, startAttackedPortal, type AttackedPortal } from './email-attackers.js';

let portal: AttackedPortal;
beforeAll(async () => {
  portal = await startAttackedPortal();
});
afterAll(() => portal.app.close());
beforeEach(() => portal.clearLimits());

describe('a church that was registered in another person’s name', () => {
  const signUp = async (email: string, organizationName: string) =>
    (
      await under(portal.app, 'portal.localhost').post<SignedUpChurch>(
        '/api/organizations/signup',
        {
          organizationName,
          contactName: 'Pastor Joe',
          email,
          customDomain: `${organizationName.toLowerCase()}.test`,
          memberCount: '1-50',
          selectedPlan: 'basic',
        },
      )
    ).body;
  /**
   * Takes the newest email to the contact of a church, and returns its token. The link leads to the
   * host of the church.
   */
  const welcome = async (to: string, slug: string, page: string) => {
    const link = new RegExp(`//${slug}\\.[^/]+/${page}\\?token=([\\w-]{43})`);
    const email = await waitForEmail(portal.app, to, 'Welcome to Church Connect', link);
    return link.exec(email.text!)![1]!;
  };
  const peopleOf = (church: SignedUpChurch) =>
    portal.app.db.tenant(church.id, (tx) =>
      tx.sql<{ role: string; signsIn: boolean }>(
        'select role, account_id is not null as "signsIn" from app_user',
      ),
    );

  it('does not make the attacker an admin, before or after the confirmation', async () => {
    const session = await portal.registerAttacker('pastor.joe@newchurch.test');
    const church = await signUp('pastor.joe@newchurch.test', 'Newchurch');
    expect(await peopleOf(church)).toEqual([{ role: 'admin', signsIn: false }]);
    expect(
      (
        await under(portal.app, 'newchurch.localhost').post('/api/login', {
          email: 'pastor.joe@newchurch.test',
          password: attackerPassword,
        })
      ).status,
    ).not.toBe(200);
    // Before the owner accepts, the attacker registers with the church and asks for a new password.
    await portal.visitors.register('pastor.joe@newchurch.test', {
      organizationSlug: 'newchurch',
      password: attackerPassword,
    });
    expect(await peopleOf(church)).toEqual([{ role: 'admin', signsIn: false }]);
    const token = await welcome('pastor.joe@newchurch.test', 'newchurch', 'reset-password');
    expect(
      (
        await portal.app.visitor.post('/api/auth/reset-password', {
          token,
          password: ownerPassword,
        })
      ).status,
    ).toBe(200);
    await portal.expectShutOut('pastor.joe@newchurch.test', session);
    expect(
      (
        await under(portal.app, 'newchurch.localhost').post('/api/login', {
          email: 'pastor.joe@newchurch.test',
          password: attackerPassword,
        })
      ).status,
    ).toBe(401);
    const joe = await under(portal.app, 'newchurch.localhost').post<{ user: User }>('/api/login', {
      email: 'pastor.joe@newchurch.test',
      password: ownerPassword,
    });
    expect(joe).toMatchObject({
      status: 200,
      body: { user: { role: 'admin', organizationId: church.id } },
    });
  });

  it('gets an admin only after the contact accepts with the password of the account', async () => {
    await portal.app.person(portal.grace, { email: 'known@grace.test' });
    const church = await signUp('known@grace.test', 'Unasked');
    const client = await portal.visitors.enter('known@grace.test');
    expect(
      (
        await under(portal.app, 'unasked.localhost').post('/api/login', {
          email: 'known@grace.test',
          password: ownerPassword,
        })
      ).status,
    ).toBe(401);
    await portal.app.visitor.post('/api/auth/forgot-password', { email: 'known@grace.test' });
    const reset = tokenIn(
      await waitForEmail(portal.app, 'known@grace.test', 'Choose a new password'),
      'reset-password',
    );
    expect(
      (
        await portal.app.visitor.post('/api/auth/reset-password', {
          token: reset,
          password: 'a second one of theirs',
        })
      ).status,
    ).toBe(204);
    expect(await peopleOf(church)).toEqual([{ role: 'admin', signsIn: false }]);
    expect((await client.get('/api/auth/user')).status).toBe(401);
    const token = await welcome('known@grace.test', 'unasked', 'verify-email');
    expect((await portal.verifyAddress(token)).status).toBe(400);
    expect((await portal.verifyAddress(token, { password: ownerPassword })).status).toBe(400);
    expect(await peopleOf(church)).toEqual([{ role: 'admin', signsIn: false }]);
    expect(await portal.verifyAddress(token, { password: 'a second one of theirs' })).toMatchObject(
      {
        status: 200,
        body: { user: { role: 'admin', organizationId: church.id } },
      },
    );
    expect(await peopleOf(church)).toEqual([{ role: 'admin', signsIn: true }]);
    expect((await portal.verifyAddress(token, { password: 'a second one of theirs' })).status).toBe(
      400,
    );
  });

  it('still exists if another one has the same contact, or if the link expires', async () => {
    const ownSignUp = await signUp('twice@mine.test', 'Mine');
    await portal.app.database.asSuperuser('delete from rate_limit');
    await signUp('twice@mine.test', 'Theirs');
    await portal.app.database.asSuperuser(
      `update account_token set expires_at = now() - interval '1 minute'
        where organization_id = $1`,
      [ownSignUp.id],
    );
    const oldToken = await welcome('twice@mine.test', 'mine', 'reset-password');
    expect(
      (
        await portal.app.visitor.post('/api/auth/reset-password', {
          token: oldToken,
          password: ownerPassword,
        })
      ).status,
    ).toBe(400);
    await portal.app.visitor.post('/api/auth/forgot-password', { email: 'twice@mine.test' });
    const token = await welcome('twice@mine.test', 'mine', 'reset-password');
    expect(
      (
        await portal.app.visitor.post('/api/auth/reset-password', {
          token,
          password: ownerPassword,
        })
      ).status,
    ).toBe(200);
    expect(await peopleOf(ownSignUp)).toEqual([{ role: 'admin', signsIn: true }]);
  });
});
