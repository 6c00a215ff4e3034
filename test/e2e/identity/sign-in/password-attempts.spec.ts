import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { password, startApp, type TestApp } from '../../../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await app.person(await app.church('grace'), { email: 'member@grace.test' });
});
afterAll(() => app.close());
beforeEach(() => app.db.platform((tx) => tx.sql('delete from rate_limit')));

const login = (email: string, withPassword = password, headers: Record<string, string> = {}) =>
  app.visitor.post('/api/login', { email, password: withPassword }, headers);

describe('repeated guesses of a password', () => {
  const guess = (email = 'member@grace.test') => login(email, 'wrong');

  it('get 429 with Retry-After after five attempts, even for the right password', async () => {
    for (let n = 0; n < 5; n++) expect((await guess()).status).toBe(401);
    const answer = await guess();
    expect(answer).toMatchObject({
      status: 429,
      body: { code: 'throttled', message: expect.stringContaining('Please wait') },
    });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await login('member@grace.test')).status).toBe(429);
  });

  it('are limited for many accounts from one network', async () => {
    for (let n = 0; n < 5; n++) expect((await guess(`nobody${n}@grace.test`)).status).toBe(401);
    expect((await guess('nobody6@grace.test')).status).toBe(429);
  });

  it('have to wait longer each time, up to 15 minutes', async () => {
    const waits = [];
    for (const failures of [5, 6, 7, 8, 30]) {
      await app.db.platform((tx) => tx.sql('delete from rate_limit'));
      await guess();
      await app.db.platform((tx) =>
        tx.sql('update rate_limit set attempts = $1, last_at = now()', [failures]),
      );
      waits.push(Number((await guess()).headers.get('retry-after')));
    }
    expect(waits).toEqual([2, 4, 8, 16, 900]);
  });

  it('do not prevent the sign-in of the owner from another network', async () => {
    const proxiedApp = await startApp({ env: { TRUST_PROXY: '127.0.0.1' } });
    try {
      await proxiedApp.person(await proxiedApp.church('grace'), { email: 'member@grace.test' });
      const from = (address: string, withPassword: string) =>
        proxiedApp.visitor.post(
          '/api/login',
          { email: 'member@grace.test', password: withPassword },
          { 'x-forwarded-for': address },
        );
      for (let n = 0; n < 6; n++) await from('203.0.113.7', 'wrong');
      // This simulates many more attempts, because a slow machine may need longer than the waiting
      // time after six.
      await proxiedApp.db.platform((tx) =>
        tx.sql(
          `update rate_limit set attempts = 20, last_at = now()
             where subject like '%203.0.113.7%'`,
        ),
      );
      expect((await from('203.0.113.7', password)).status).toBe(429);
      expect((await from('198.51.100.1', password)).status).toBe(200);
    } finally {
      await proxiedApp.close();
    }
  });

  it('are limited even if each of them has a different X-Forwarded-For', async () => {
    for (let n = 0; n < 5; n++)
      expect(
        (await login('member@grace.test', 'wrong', { 'x-forwarded-for': `203.0.113.${n}` })).status,
      ).toBe(401);
    expect(
      (await login('member@grace.test', 'wrong', { 'x-forwarded-for': '203.0.113.99' })).status,
    ).toBe(429);
  });

  it('are no longer counted for an account after the right password', async () => {
    for (let n = 0; n < 4; n++) await guess();
    expect((await login('member@grace.test')).status).toBe(200);
    const rows = await app.db.platform((tx) =>
      tx.sql<{ subject: string }>('select subject from rate_limit'),
    );
    expect(rows.map(({ subject }) => subject.split(':')[0])).toEqual(['address']);
  });

  it('are stored without plain email addresses', async () => {
    expect((await guess()).text).not.toContain('member@grace.test');
  });
});
