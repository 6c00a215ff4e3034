import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SignedUpChurch } from '#libs/contracts';
import {
  metricsToken,
  password,
  startApp,
  type Answer,
  type TestApp,
} from '../../../support/app.js';
import { waitForEmail, tokenIn } from '../../../support/email/emails.js';
import { visitorsOf } from '../../../support/visitors.js';

/**
 * Everything that can be guessed or costs somebody else, sent all at once: what counts after the
 * try is counted too late.
 */
let app: TestApp;
let grace: string;
let visitors: ReturnType<typeof visitorsOf>;
beforeAll(async () => {
  app = await startApp({
    env: { BASE_URL: 'http://portal.example', TRUST_PROXY: '127.0.0.1', PROMO_CODES: 'FAITH20' },
  });
  visitors = visitorsOf(app);
  grace = await app.church('grace');
  await app.person(grace, { email: 'member@grace.test' });
  await app.person(grace, { email: 'code@grace.test' });
});
afterAll(() => app.close());
beforeEach(() => app.database.asSuperuser('delete from rate_limit; delete from email_request'));

const times = <T>(n: number, act: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, index) => act(index)));
const from = (address: string) => ({ 'x-forwarded-for': address });
/** How many were tried, and what the others were told. */
const triedOf = (answers: Answer[], isTried: (answer: Answer) => boolean) => {
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
      (await app.visitor.get('/metrics', { authorization: `Bearer ${metricsToken}` })).text,
    )?.[1] ?? 0,
  );
const login = (address: string, secret = 'wrong', email = 'member@grace.test') =>
  app.visitor.post('/api/login', { email, password: secret }, from(address));

describe('a burst of attempts from one network', () => {
  it('is limited to ten passwords of any accounts, also in hashing', async () => {
    const before = await hashes();
    expect(
      triedOf(
        await times(60, (n) =>
          login('203.0.113.1', 'wrong', n % 2 ? 'member@grace.test' : `nobody${n}@grace.test`),
        ),
        ({ status }) => status === 401,
      ),
    ).toBeLessThanOrEqual(10);
    expect((await hashes()) - before).toBeLessThanOrEqual(10);
  });

  it('is limited to ten current passwords of signed-in users', async () => {
    const client = await visitors.enter('member@grace.test');
    const change = () =>
      client.post(
        '/api/auth/password',
        { currentPassword: 'wrong', newPassword: 'a new one of mine' },
        from('203.0.113.2'),
      );
    expect(triedOf(await times(40, change), ({ status }) => status === 400)).toBeLessThanOrEqual(
      10,
    );
  });

  it('is limited to ten tokens of emails, without any hashing', async () => {
    const before = await hashes();
    for (const [page, body] of [
      ['reset-password', { password: 'a new one of mine' }],
      ['verify-email', { newPassword: 'a new one of mine' }],
    ] as const) {
      const answers = await times(40, () =>
        app.visitor.post(
          `/api/auth/${page}`,
          { token: 'x'.repeat(43), ...body },
          from(`203.0.113.${page.length}`),
        ),
      );
      expect(triedOf(answers, ({ status }) => status === 400)).toBeLessThanOrEqual(10);
    }
    expect(await hashes()).toBe(before);
  });

  it('is limited to ten promo codes, church registrations and registrations', async () => {
    expect(
      triedOf(
        await times(30, (n) =>
          app.visitor.post('/api/promo-codes/check', { code: `GUESS${n}` }, from('203.0.113.3')),
        ),
        ({ status }) => status === 400,
      ),
    ).toBeLessThanOrEqual(10);
    const church = (n: number, promoCode?: string) =>
      app.visitor.post<SignedUpChurch>(
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
        from('203.0.113.4'),
      );
    expect(
      triedOf(await times(30, (n) => church(n, `GUESS${n}`)), ({ status }) => status === 400),
    ).toBeLessThanOrEqual(10);
    expect(
      triedOf(await times(30, (n) => church(n)), ({ status }) => status === 201),
    ).toBeLessThanOrEqual(10);
    const person = (n: number) =>
      app.visitor.post(
        '/api/register',
        {
          email: `burst${n}@grace.test`,
          password,
          firstName: 'B',
          lastName: 'U',
          organizationSlug: 'grace',
        },
        from('203.0.113.5'),
      );
    expect(triedOf(await times(30, person), ({ status }) => status === 201)).toBeLessThanOrEqual(
      10,
    );
  });

  it('is counted for the first 64 bits of an IPv6 address', async () => {
    const answers = await times(40, (n) =>
      login(n % 2 ? `2001:db8:1:2:${n.toString(16)}::1` : `2001:0DB8:0001:0002::${n.toString(16)}`),
    );
    expect(triedOf(answers, ({ status }) => status === 401)).toBeLessThanOrEqual(10);
    expect((await login('2001:db8:1:3::1')).status).toBe(401);
    expect((await login('::ffff:198.51.100.9')).status).toBe(401);
    const rows = await app.database.asSuperuser<{ subject: string }>(
      `select subject from rate_limit where subject like 'address:%' order by 1`,
    );
    expect(rows.map(({ subject }) => subject)).toEqual([
      'address:198.51.100.9',
      'address:2001:db8:1:2::/64',
      'address:2001:db8:1:3::/64',
    ]);
  });

  it('does not include right passwords: many users can sign in at once', async () => {
    const answers = await times(25, () => login('203.0.113.6', password));
    expect(answers.map(({ status }) => status)).toEqual(Array(25).fill(200));
    expect(await app.database.asSuperuser('select 1 from rate_limit')).toEqual([]);
  });
});

describe('counters of failures', () => {
  it('do not overflow', async () => {
    await login('203.0.113.7');
    await app.database.asSuperuser(
      `update rate_limit set attempts = 2147483647, last_at = now() - interval '16 minutes'`,
    );
    expect((await login('203.0.113.7')).status).toBe(401);
    expect((await login('203.0.113.7')).status).toBe(429);
    const [row] = await app.database.asSuperuser<{ failures: number }>(
      `select max(attempts) as failures from rate_limit`,
    );
    expect(row!.failures).toBeLessThanOrEqual(1_000);
  });

  it('that are taken back leave the waiting time unchanged', async () => {
    for (let n = 0; n < 4; n++) await login('203.0.113.8', 'wrong', 'nobody@grace.test');
    const before = await app.database.asSuperuser(
      `select * from rate_limit where subject like 'address:%'`,
    );
    expect((await login('203.0.113.8', password)).status).toBe(200);
    expect(
      await app.database.asSuperuser(`select * from rate_limit where subject like 'address:%'`),
    ).toEqual(before);
  });
});

describe('emails to one mailbox', () => {
  const forgot = (address: string) =>
    app.visitor.post('/api/auth/forgot-password', { email: 'member@grace.test' }, from(address));
  const sent = (answers: Answer[]) => answers.filter(({ status }) => status === 204).length;

  it('are limited to five an hour, but a new network can send one', async () => {
    const burst = await times(40, () => forgot('203.0.113.9'));
    expect(triedOf(burst, ({ status }) => status === 204)).toBe(5);
    expect((await forgot('203.0.113.9')).status).toBe(429);
    expect((await forgot('198.51.100.1')).status).toBe(204);
    expect((await forgot('198.51.100.1')).status).toBe(429);
    const others: Answer[] = [];
    for (let n = 10; n < 40; n++) others.push(await forgot(`198.51.100.${n}`));
    expect(5 + 1 + sent(others)).toBe(20);
    await app.database.asSuperuser(`update email_request set at = at - interval '25 hours'`);
    expect((await forgot('203.0.113.9')).status).toBe(204);
  });

  it('do not invalidate earlier links if they are refused', async () => {
    await app.visitor.post(
      '/api/auth/forgot-password',
      { email: 'code@grace.test' },
      from('203.0.113.10'),
    );
    const token = tokenIn(
      await waitForEmail(app, 'code@grace.test', 'Choose a new password'),
      'reset-password',
    );
    await app.database.asSuperuser(
      `insert into email_request (mailbox, network) select 'code@grace.test', '203.0.113.10'
         from generate_series(1, 20)`,
    );
    expect(
      triedOf(
        await times(10, () =>
          app.visitor.post(
            '/api/auth/forgot-password',
            { email: 'code@grace.test' },
            from('203.0.113.10'),
          ),
        ),
        () => false,
      ),
    ).toBe(0);
    expect((await app.visitor.post('/api/auth/reset-password', { token, password })).status).toBe(
      204,
    );
  });
});
