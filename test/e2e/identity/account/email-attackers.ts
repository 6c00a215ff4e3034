import { expect } from '@jest/globals';
import { startApp, under, type Client } from '../../../support/app.js';
import { tokenIn, waitForEmail } from '../../../support/email/emails.js';
import { visitorsOf } from '../../../support/visitors.js';

/** The password of the attacker, who does not know the password of the owner of an address. */
export const attackerPassword = 'the attacker’s one';

/** What `startAttackedPortal` returns. */
export type AttackedPortal = Awaited<ReturnType<typeof startAttackedPortal>>;

/**
 * Starts the application with the churches Grace and Hope, for tests of emails whose links give
 * their reader access to an account. In these tests an attacker knows the address, has an account
 * with it if that is possible, and acts before, between and after the actions of the owner of the
 * address. The attacker must never see or get anything.
 */
export async function startAttackedPortal() {
  const app = await startApp({ env: { BASE_URL: 'http://portal.example' } });
  const visitors = visitorsOf(app);
  const grace = await app.church('grace');
  await app.church('hope');
  await app.person(grace, { email: 'admin@grace.test', role: 'admin' });
  return {
    app,
    visitors,
    /** the id of the church Grace */
    grace,
    /** the admin of Grace */
    admin: app.as('admin@grace.test'),
    /** Deletes the counters of failed attempts and sent emails, which would limit the next test. */
    clearLimits: () =>
      app.database.asSuperuser('delete from rate_limit; delete from email_request'),
    /**
     * Registers the attacker with the address of somebody else, and returns the attacker's session.
     * The owner of the address does not react to the email that this sends.
     */
    registerAttacker: async (email: string, organizationSlug = 'hope'): Promise<Client> => {
      await visitors.register(email, {
        organizationSlug,
        password: attackerPassword,
        firstName: 'Evil',
        lastName: 'One',
      });
      return visitors.enter(email, attackerPassword);
    },
    /**
     * Opens the link of an email, and sends a password or a new password to confirm the address.
     */
    verifyAddress: (token: string, proof: object = {}) =>
      app.visitor.post('/api/auth/verify-email', { token, ...proof }),
    /** Waits for the email that asks to confirm an address, and returns the token of its link. */
    waitForToken: async (email: string): Promise<string> =>
      tokenIn(await waitForEmail(app, email, 'Please confirm your email address'), 'verify-email'),
    /** Expects that neither the session nor the password of the attacker gives access. */
    expectShutOut: async (email: string, session: Client): Promise<void> => {
      expect((await session.get('/api/auth/user')).status).toBe(401);
      await app.database.asSuperuser('delete from rate_limit');
      for (const host of ['grace.localhost', 'hope.localhost', 'localhost']) {
        const answer = await under(app, host).post('/api/login', {
          email,
          password: attackerPassword,
        });
        expect(answer.status).toBe(401);
      }
    },
  };
}
