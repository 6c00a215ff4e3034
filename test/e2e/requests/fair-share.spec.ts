import http from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { password, startApp, type TestApp } from '../../support/app.js';
import { until } from '../../support/until.js';

/**
 * These tests send many expensive requests. They count the work and do not measure its time,
 * because a busy machine is slow for all requests. `npm run bench` measures the times.
 */
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { TRUST_PROXY: '127.0.0.1' }, bodyPatience: 400 });
  for (const slug of ['grace', 'hope']) {
    const church = await app.church(slug);
    await app.person(church, { email: `secretary@${slug}.test`, role: 'secretary' });
    await app.person(church, { email: `giver@${slug}.test` });
  }
});
afterAll(() => app.close());
beforeEach(() => app.database.asSuperuser('delete from rate_limit'));

const counted = async (name: string) =>
  Number(
    new RegExp(`^church_connect_${name}_total (\\d+)$`, 'm').exec(
      (await app.visitor.get('/metrics')).text,
    )?.[1] ?? 0,
  );
const login = (address: string, secret: string) =>
  app.visitor.post(
    '/api/login',
    { email: 'giver@grace.test', password: secret },
    { 'x-forwarded-for': address },
  );

describe('a right password during many wrong ones from another network', () => {
  it('is checked after at most ten of them', async () => {
    const before = await counted('password_hashes');
    const crowd = Promise.all(Array.from({ length: 200 }, () => login('203.0.113.1', 'wrong')));
    const answer = await login('198.51.100.1', password);
    const after = await counted('password_hashes');
    expect(answer.status).toBe(200);
    expect(after - before).toBeLessThanOrEqual(1 + 10);
    await crowd;
    expect((await counted('password_hashes')) - before).toBeLessThanOrEqual(1 + 10);
  });
});

describe('the file of one church during many files of another church', () => {
  const file = (rows: number, slug: string) => {
    const lines = Array.from(
      { length: rows },
      (_, n) =>
        `giver@${slug}.test,${(n % 90) + 1}.00,Cash,` +
        `2025-01-${String((n % 28) + 1).padStart(2, '0')},,`,
    );
    const form = new FormData();
    form.set(
      'file',
      new Blob([['email,amount,paymentmethod,date,campaign,notes', ...lines].join('\n')]),
      'gifts.csv',
    );
    return form;
  };
  const upload = async (slug: string, rows: number) => {
    const answer = await fetch(`${app.url}/api/admin/donation-imports`, {
      method: 'POST',
      body: file(rows, slug),
      headers: { cookie: await app.cookieOf(`secretary@${slug}.test`) },
    });
    return answer.status;
  };

  it('is read before most of them, and other requests are answered meanwhile', async () => {
    await Promise.all(['grace', 'hope'].map((slug) => app.cookieOf(`secretary@${slug}.test`)));
    const before = await counted('previews');
    const crowd = Promise.all(Array.from({ length: 24 }, () => upload('grace', 3_000)));
    await until(async () => (await counted('previews')) !== before);
    expect(await upload('hope', 10)).toBe(201);
    // The number includes the file that was being read, those that were read while this one
    // arrived, and this one. It is far less than all files.
    const between = (await counted('previews')) - before;
    expect((await app.as('secretary@hope.test').get('/api/auth/user')).status).toBe(200);
    expect(new Set(await crowd)).toEqual(new Set([201]));
    expect(between).toBeLessThan(12);
    expect((await counted('previews')) - before).toBe(25);
  });
});

describe('the body of a request', () => {
  const begin = (headers: Record<string, string | number>, first: string) => {
    const { hostname, port } = new URL(app.url);
    const request = http.request({
      hostname,
      port,
      method: 'POST',
      path: '/api/login',
      headers: { 'content-type': 'application/json', ...headers },
      agent: false,
    });
    const ended = new Promise<string>((resolve) => {
      request.on('response', (response) => resolve(String(response.statusCode)));
      request.on('error', (error) => resolve((error as { code?: string }).code ?? error.message));
    });
    request.write(first);
    return { request, ended };
  };

  it('ends the connection if it stops arriving, but not if it arrives slowly', async () => {
    const text = JSON.stringify({ email: 'giver@grace.test', password: 'wrong' });
    const stalled = begin({ 'content-length': text.length }, text.slice(0, 5));
    const chunked = begin({ 'transfer-encoding': 'chunked' }, text.slice(0, 5));
    const slow = begin({ 'content-length': text.length }, text.slice(0, 5));
    for (const letter of text.slice(5)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      slow.request.write(letter);
    }
    slow.request.end();
    expect(await Promise.all([stalled.ended, chunked.ended, slow.ended])).toEqual([
      'ECONNRESET',
      'ECONNRESET',
      '401',
    ]);
  });

  it('causes no timeout after it has arrived, however long the answer takes', async () => {
    await app.cookieOf('secretary@grace.test');
    const [grace] = await app.database.asSuperuser<{ id: string }>(
      `select id from organization where slug = 'grace'`,
    );
    await app.db.tenant(grace!.id, async (tx) => {
      // Adding a member waits for this lock.
      await tx.sql('select 1 from organization where id = $1 for no key update', [grace!.id]);
      const waits = app.as('secretary@grace.test').post('/api/admin/users', {
        firstName: 'Waits',
        lastName: 'Long',
        email: 'waits@grace.test',
      });
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      await tx.checkpoint();
      expect((await waits).status).toBe(201);
    });
  });
});
