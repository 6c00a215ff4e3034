import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { password, type Answer } from '../../../support/app.js';
import { tokenIn, waitForEmail } from '../../../support/email/emails.js';
import { startEmailChanges, type EmailChanges } from './changed-email-addresses.js';

let changes: EmailChanges;
beforeAll(async () => {
  changes = await startEmailChanges();
});
afterAll(() => changes.app.close());
beforeEach(() => changes.app.db.platform((tx) => tx.sql('delete from rate_limit')));

/** Returns the data of an account that decide who can use it. */
const account = async (email: string) =>
  (
    await changes.app.db.platform((tx) =>
      tx.sql<{ id: string; email: string; password_hash: string }>(
        'select id, email, password_hash from account where email = $1',
        [email],
      ),
    )
  )[0];

describe('an attempt to take over an account by its email address', () => {
  it('fails in every way that an admin can try', async () => {
    const victim = await changes.addNewcomer();
    const before = await account(victim.email);
    const attackerEmail = 'mallory@evil.test';
    await changes.enterAddress(victim.id, attackerEmail);
    const token = await changes.waitForToken(attackerEmail);
    expect(await changes.confirmAddress(changes.app.visitor, token)).toMatchObject({ status: 401 });
    for (const foreignClient of [changes.admin, changes.app.as('admin@hope.test')])
      expect(await changes.confirmAddress(foreignClient, token)).toMatchObject({
        status: 403,
        body: { code: 'other-account' },
      });
    expect(
      (await changes.app.visitor.post('/api/auth/forgot-password', { email: attackerEmail }))
        .status,
    ).toBe(204);
    expect(
      (
        await changes.app.visitor.post('/api/register', {
          email: attackerEmail,
          password,
          firstName: 'M',
          lastName: 'Y',
          organizationSlug: 'grace',
        })
      ).status,
    ).toBe(201);
    expect((await waitForEmail(changes.app, attackerEmail, 'Joining Grace')).text).not.toContain(
      'token=',
    );
    expect((await changes.login(attackerEmail)).status).toBe(401);
    await waitForEmail(changes.app, victim.email, 'Another email address was entered for you');
    expect(await changes.subjectsOfEmails(attackerEmail)).toEqual([
      'Please confirm your new email address',
      'Joining Grace',
    ]);
    expect(await account(victim.email)).toEqual(before);
    expect((await changes.login(victim.email)).status).toBe(200);
    // The owner of the account who opens the link sees the other address, and is asked for the
    // password.
    expect(await changes.confirmAddress(victim.client, token, '')).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(attackerEmail) },
    });
    expect(await account(victim.email)).toEqual(before);
    expect(await account(attackerEmail)).toBeUndefined();
  });

  it('fails with an older link for a new password', async () => {
    const { id, email, next, client } = await changes.addNewcomer();
    await changes.app.visitor.post('/api/auth/forgot-password', { email });
    const reset = tokenIn(
      await waitForEmail(changes.app, email, 'Choose a new password'),
      'reset-password',
    );
    await changes.enterAddress(id, next);
    expect((await changes.confirmAddress(client, await changes.waitForToken(next))).status).toBe(
      204,
    );
    expect(
      await changes.app.visitor.post('/api/auth/reset-password', {
        token: reset,
        password: 'mallory was here',
      }),
    ).toMatchObject({ status: 400, body: { code: 'stale-link' } });
    await changes.app.visitor.post('/api/auth/forgot-password', { email });
    expect((await changes.login(next)).status).toBe(200);
  });

  it('fails with a link that was sent to the old address', async () => {
    const { id, email, next } = await changes.addNewcomer();
    await changes.enterAddress(id, next);
    await changes.app.visitor.post('/api/auth/forgot-password', { email });
    const reset = tokenIn(
      await waitForEmail(changes.app, email, 'Choose a new password'),
      'reset-password',
    );
    expect(
      (
        await changes.app.visitor.post('/api/auth/reset-password', {
          token: reset,
          password: 'a quite new one',
        })
      ).status,
    ).toBe(204);
    expect(await changes.findUser(id)).toMatchObject({ email: next, emailVerified: false });
  });

  it('fails after a few guesses of the password in a stolen session', async () => {
    const { id, email, next, client } = await changes.addNewcomer();
    await changes.enterAddress(id, next);
    const token = await changes.waitForToken(next);
    const answers: Answer[] = [];
    for (let n = 0; n < 7; n++)
      answers.push(await changes.confirmAddress(client, token, `guess ${n}`));
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429, 429]);
    expect((await account(email))?.email).toBe(email);
  });
});
