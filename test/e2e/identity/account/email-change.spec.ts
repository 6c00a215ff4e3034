import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import type { AuditEntry, FactorSetUp, User } from '#libs/contracts';
import { password } from '../../../support/app.js';
import { ageAuditLog } from '../../../support/database/audit-log.js';
import { until } from '../../../support/until.js';
import { startEmailChanges, type EmailChanges } from './changed-email-addresses.js';

let changes: EmailChanges;
beforeAll(async () => {
  changes = await startEmailChanges();
});
afterAll(() => changes.app.close());
beforeEach(() => changes.app.db.platform((tx) => tx.sql('delete from rate_limit')));

describe('a new email address of a user with an account', () => {
  it('is used by the church immediately, and for sign-in after its confirmation', async () => {
    const { id, email, next, client } = await changes.addNewcomer();
    const otherDevice = await changes.openDevice(email);
    expect(await changes.enterAddress(id, next)).toMatchObject({
      status: 200,
      body: { email: next, emailVerified: false },
    });
    expect(await changes.subjectsOfEmails(email)).toEqual([
      'Another email address was entered for you',
    ]);
    expect((await changes.login(email)).status).toBe(200);
    expect((await changes.login(next)).status).toBe(401);

    const token = await changes.waitForToken(next);
    expect(await changes.confirmAddress(client, token, '')).toMatchObject({
      status: 400,
      body: {
        code: 'password-needed',
        message: `From now on you would sign in with ${next}. Enter your password to confirm that.`,
      },
    });
    expect(await changes.confirmAddress(client, token, 'not it')).toMatchObject({
      status: 400,
      body: { message: 'Your current password is not right.' },
    });
    expect(await changes.findUser(id)).toMatchObject({ email: next, emailVerified: false });
    expect((await changes.confirmAddress(client, token)).status).toBe(204);

    expect([(await changes.login(next)).status, (await changes.login(email)).status]).toEqual([
      200, 401,
    ]);
    expect([
      (await client.get('/api/auth/user')).status,
      (await otherDevice.get('/api/auth/user')).status,
    ]).toEqual([200, 401]);
    expect(await changes.subjectsOfEmails(email)).toEqual([
      'Another email address was entered for you',
      'Your email address was changed',
    ]);
    await until(async () => (await changes.findUser(id)).emailVerified);
    expect((await client.get<User>('/api/auth/user')).body).toMatchObject({
      email: next,
      emailVerified: true,
    });
    expect(
      (
        await changes.admin.get<AuditEntry[]>(
          `/api/admin/audit?personId=${id}&action=email-changed`,
        )
      ).body,
    ).toMatchObject([{ actor: { id } }]);
  });

  it('does not change the second factor of the account', async () => {
    const { id, next, client } = await changes.addNewcomer();
    await client.put('/api/auth/profile', { firstName: 'A', lastName: 'B', phone: '555-123-4567' });
    const { secret } = (
      await client.post<FactorSetUp>('/api/auth/mfa/setup', { method: 'authenticator', password })
    ).body;
    await client.post('/api/auth/mfa/confirm', {
      code: new TOTP({ secret: Secret.fromBase32(secret!) }).generate(),
    });
    await changes.enterAddress(id, next);
    expect((await changes.confirmAddress(client, await changes.waitForToken(next))).status).toBe(
      204,
    );
    expect((await changes.login(next)).body).toMatchObject({ mfaRequired: true });
  });

  it('is confirmed by the latest link, which is valid for three days', async () => {
    const { id, email, next, client } = await changes.addNewcomer();
    await changes.enterAddress(id, next);
    const first = await changes.waitForToken(next);
    await changes.enterAddress(id, `b.${next}`);
    const second = await changes.waitForToken(`b.${next}`);
    expect((await changes.confirmAddress(client, first)).status).toBe(400);
    await changes.enterAddress(id, email);
    expect(await changes.confirmAddress(client, second)).toMatchObject({
      status: 400,
      body: { code: 'stale-link' },
    });
    expect(await changes.findUser(id)).toMatchObject({ email, emailVerified: true });
    await changes.enterAddress(id, next);
    const third = await changes.waitForToken(next);
    const days = (n: number) =>
      changes.app.database.asSuperuser(
        `update account_token set expires_at = expires_at - make_interval(days => $1)
           where email = $2`,
        [n, next],
      );
    await days(3);
    expect((await changes.confirmAddress(client, third)).status).toBe(400);
    await days(-3);
    const answers = await Promise.all([1, 2, 3].map(() => changes.confirmAddress(client, third)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400]);
    expect((await changes.login(next)).status).toBe(200);
  });

  it('gets another email if the user asks for it', async () => {
    const { id, next, client } = await changes.addNewcomer();
    await changes.enterAddress(id, next);
    const first = await changes.waitForToken(next);
    expect((await client.post('/api/auth/verify-email/send')).status).toBe(204);
    const second = await changes.waitForToken(next);
    expect([
      (await changes.confirmAddress(client, first)).status,
      (await changes.confirmAddress(client, second)).status,
    ]).toEqual([400, 204]);
    expect((await client.post('/api/auth/verify-email/send')).status).toBe(204);
    expect(await changes.subjectsOfEmails(next)).toHaveLength(2);
  });

  it('cannot be used to send many emails to strangers', async () => {
    const { id } = await changes.addNewcomer();
    await changes.app.db.tenant(changes.grace, (tx) =>
      tx.sql(
        `insert into audit_entry (organization_id, id, action, details)
           select $1, gen_random_uuid(), 'member-changed', '{"fields":["email"]}'
           from generate_series(1, 50)`,
        [changes.grace],
      ),
    );
    expect(await changes.enterAddress(id, 'one.too.many@grace.test')).toMatchObject({
      status: 429,
      body: { code: 'throttled' },
    });
    expect(await changes.findUser(id)).toMatchObject({ email: expect.stringMatching(/^old/) });
    await ageAuditLog(changes.app, '2 hours');
  });
});

describe('a new email address of a user without an account', () => {
  it('needs no confirmation, and the old address gets a notice', async () => {
    const { id } = await changes.app.person(changes.grace, {
      email: 'by.hand@grace.test',
      signsIn: false,
    });
    expect(await changes.enterAddress(id, 'other.hand@grace.test')).toMatchObject({
      status: 200,
      body: { email: 'other.hand@grace.test' },
    });
    expect([
      await changes.subjectsOfEmails('by.hand@grace.test'),
      await changes.subjectsOfEmails('other.hand@grace.test'),
    ]).toEqual([['Your church has another email address for you'], []]);
  });
});

describe('requests for another confirmation email', () => {
  it('lead to at most five emails an hour, even if they are sent at the same time', async () => {
    const { id, next, client } = await changes.addNewcomer();
    await changes.enterAddress(id, next);
    await changes.app.database.asSuperuser('delete from rate_limit; delete from email_request');
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => client.post('/api/auth/verify-email/send')),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});
