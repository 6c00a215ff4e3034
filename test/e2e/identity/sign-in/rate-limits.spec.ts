import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SignedUpChurch } from '#libs/contracts';
import { metricsToken, password, type Answer } from '../../../support/app.js';
import { tokenIn, waitForEmail } from '../../../support/email/emails.js';
import {
  forwardedForHeader,
  repeatAtOnce,
  startLimitedPortal,
  type LimitedPortal,
} from './attempts.js';

let portal: LimitedPortal;
beforeAll(async () => {
  portal = await startLimitedPortal();
});
afterAll(() => portal.app.close());
beforeEach(() => portal.clearLimits());

/** Counts the attempts that were made, and expects that all others were refused with 429. */
const countAttempts = (answers: Answer[], isTried: (answer: Answer) => boolean) => {
  const tried = answers.filter(isTried);
  expect(answers.filter((answer) => !isTried(answer)).map(({ status }) => status)).toEqual(
    Array(answers.length - tried.length).fill(429),
  );
  for (const answer of answers)
    if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  return tried.length;
};
const hashes = async () =>
  Number(
    /^church_connect_password_hashes_total (\d+)$/m.exec(
      (await portal.app.visitor.get('/metrics', { authorization: `Bearer ${metricsToken}` })).text,
    )?.[1] ?? 0,
  );
const login = (address: string, secret = 'wrong', email = 'member@grace.test') =>
  portal.app.visitor.post('/api/login', { email, password: secret }, forwardedForHeader(address));

describe('simultaneous attempts from one network', () => {
  it('are limited to ten passwords for any accounts, and to ten hashes', async () => {
    const before = await hashes();
    expect(
      countAttempts(
        await repeatAtOnce(60, (n) =>
          login('203.0.113.1', 'wrong', n % 2 ? 'member@grace.test' : `nobody${n}@grace.test`),
        ),
        ({ status }) => status === 401,
      ),
    ).toBeLessThanOrEqual(10);
    expect((await hashes()) - before).toBeLessThanOrEqual(10);
  });

  it('are limited to ten current passwords if a signed-in user changes the password', async () => {
    const client = await portal.visitors.enter('member@grace.test');
    const change = () =>
      client.post(
        '/api/auth/password',
        { currentPassword: 'wrong', newPassword: 'a new one of mine' },
        forwardedForHeader('203.0.113.2'),
      );
    expect(
      countAttempts(await repeatAtOnce(40, change), ({ status }) => status === 400),
    ).toBeLessThanOrEqual(10);
  });

  it('are limited to ten tokens of emails, without any hashing', async () => {
    const before = await hashes();
    for (const [page, body] of [
      ['reset-password', { password: 'a new one of mine' }],
      ['verify-email', { newPassword: 'a new one of mine' }],
    ] as const) {
      const answers = await repeatAtOnce(40, () =>
        portal.app.visitor.post(
          `/api/auth/${page}`,
          { token: 'x'.repeat(43), ...body },
          forwardedForHeader(`203.0.113.${page.length}`),
        ),
      );
      expect(countAttempts(answers, ({ status }) => status === 400)).toBeLessThanOrEqual(10);
    }
    expect(await hashes()).toBe(before);
  });

  it('are limited to ten promo codes, church registrations and user registrations', async () => {
    expect(
      countAttempts(
        await repeatAtOnce(30, (n) =>
          portal.app.visitor.post(
            '/api/promo-codes/check',
            { code: `GUESS${n}` },
            forwardedForHeader('203.0.113.3'),
          ),
        ),
        ({ status }) => status === 400,
      ),
    ).toBeLessThanOrEqual(10);
    const church = (n: number, promoCode?: string) =>
      portal.app.visitor.post<SignedUpChurch>(
        '/api/organizations/signup',
        {
          organizationName: `Burst ${n}`,
          contactName: 'Burst',
          email: `burst${n}@burst.test`,
          customDomain: `burst${n}.test`,
          memberCount: '1-50',
          selectedPlan: 'basic',
          ...(promoCode ? { promoCode } : {}),
        },
        forwardedForHeader('203.0.113.4'),
      );
    expect(
      countAttempts(
        await repeatAtOnce(30, (n) => church(n, `GUESS${n}`)),
        ({ status }) => status === 400,
      ),
    ).toBeLessThanOrEqual(10);
    expect(
      countAttempts(await repeatAtOnce(30, (n) => church(n)), ({ status }) => status === 201),
    ).toBeLessThanOrEqual(10);
    const person = (n: number) =>
      portal.app.visitor.post(
        '/api/register',
        {
          email: `burst${n}@grace.test`,
          password,
          firstName: 'B',
          lastName: 'U',
          organizationSlug: 'grace',
        },
        forwardedForHeader('203.0.113.5'),
      );
    expect(
      countAttempts(await repeatAtOnce(30, person), ({ status }) => status === 201),
    ).toBeLessThanOrEqual(10);
  });

  it('are counted for the first 64 bits of an IPv6 address', async () => {
    const answers = await repeatAtOnce(40, (n) =>
      login(n % 2 ? `2001:db8:1:2:${n.toString(16)}::1` : `2001:0DB8:0001:0002::${n.toString(16)}`),
    );
    expect(countAttempts(answers, ({ status }) => status === 401)).toBeLessThanOrEqual(10);
    expect((await login('2001:db8:1:3::1')).status).toBe(401);
    expect((await login('::ffff:198.51.100.9')).status).toBe(401);
    const rows = await portal.app.database.asSuperuser<{ subject: string }>(
      `select subject from rate_limit where subject like 'address:%' order by 1`,
    );
    expect(rows.map(({ subject }) => subject)).toEqual([
      'address:198.51.100.9',
      'address:2001:db8:1:2::/64',
      'address:2001:db8:1:3::/64',
    ]);
  });

  it('do not include right passwords, so that many users can sign in at once', async () => {
    const answers = await repeatAtOnce(25, () => login('203.0.113.6', password));
    expect(answers.map(({ status }) => status)).toEqual(Array(25).fill(200));
    expect(await portal.app.database.asSuperuser('select 1 from rate_limit')).toEqual([]);
  });
});

describe('the counters of failures', () => {
  it('do not overflow', async () => {
    await login('203.0.113.7');
    await portal.app.database.asSuperuser(
      `update rate_limit set attempts = 2147483647, last_at = now() - interval '16 minutes'`,
    );
    expect((await login('203.0.113.7')).status).toBe(401);
    expect((await login('203.0.113.7')).status).toBe(429);
    const [row] = await portal.app.database.asSuperuser<{ failures: number }>(
      `select max(attempts) as failures from rate_limit`,
    );
    expect(row!.failures).toBeLessThanOrEqual(1_000);
  });

  it('have the same value after a right password as before it', async () => {
    for (let n = 0; n < 4; n++) await login('203.0.113.8', 'wrong', 'nobody@grace.test');
    const before = await portal.app.database.asSuperuser(
      `select * from rate_limit where subject like 'address:%'`,
    );
    expect((await login('203.0.113.8', password)).status).toBe(200);
    expect(
      await portal.app.database.asSuperuser(
        `select * from rate_limit where subject like 'address:%'`,
      ),
    ).toEqual(before);
  });
});

describe('emails to one address', () => {
  const forgot = (address: string) =>
    portal.app.visitor.post(
      '/api/auth/forgot-password',
      { email: 'member@grace.test' },
      forwardedForHeader(address),
    );
  const countSent = (answers: Answer[]) => answers.filter(({ status }) => status === 204).length;

  it('are limited to 5 an hour plus one per new network, and to 20 a day', async () => {
    const burst = await repeatAtOnce(40, () => forgot('203.0.113.9'));
    expect(countAttempts(burst, ({ status }) => status === 204)).toBe(5);
    expect((await forgot('203.0.113.9')).status).toBe(429);
    expect((await forgot('198.51.100.1')).status).toBe(204);
    expect((await forgot('198.51.100.1')).status).toBe(429);
    const otherAnswers: Answer[] = [];
    for (let n = 10; n < 40; n++) otherAnswers.push(await forgot(`198.51.100.${n}`));
    expect(5 + 1 + countSent(otherAnswers)).toBe(20);
    await portal.app.database.asSuperuser(`update email_request set at = at - interval '25 hours'`);
    expect((await forgot('203.0.113.9')).status).toBe(204);
  });

  it('do not invalidate earlier links if they are refused', async () => {
    await portal.app.visitor.post(
      '/api/auth/forgot-password',
      { email: 'code@grace.test' },
      forwardedForHeader('203.0.113.10'),
    );
    const token = tokenIn(
      await waitForEmail(portal.app, 'code@grace.test', 'Choose a new password'),
      'reset-password',
    );
    await portal.app.database.asSuperuser(
      `insert into email_request (mailbox, network) select 'code@grace.test', '203.0.113.10'
         from generate_series(1, 20)`,
    );
    expect(
      countAttempts(
        await repeatAtOnce(10, () =>
          portal.app.visitor.post(
            '/api/auth/forgot-password',
            { email: 'code@grace.test' },
            forwardedForHeader('203.0.113.10'),
          ),
        ),
        () => false,
      ),
    ).toBe(0);
    expect(
      (await portal.app.visitor.post('/api/auth/reset-password', { token, password })).status,
    ).toBe(204);
  });
});
