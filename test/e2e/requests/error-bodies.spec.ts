import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorBody, type Donation } from '#libs/contracts';
import { give, startApp, type TestApp } from '../../support/app.js';

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await startApp();
  await app.person(await app.church('grace'), { email: 'admin@grace.test', role: 'admin' });
  cookie = await app.cookieOf('admin@grace.test');
});
afterAll(() => app.close());

/** Sends bytes as they are, and returns the status and the body of the answer. */
function exchange(bytes: string): Promise<{ status: number; body: string }> {
  const { port, hostname } = new URL(app.url);
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    socket.on('data', (part) => (text += String(part)));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', ...rest] = text.split('\r\n\r\n');
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), body: rest.join('') });
    });
  });
}

const request = (line: string, { type, body = '' }: { type?: string; body?: string } = {}) =>
  exchange(
    [
      `${line} HTTP/1.1`,
      'Host: grace.localhost',
      `Cookie: ${cookie}`,
      'Connection: close',
      ...(type ? [`Content-Type: ${type}`, `Content-Length: ${body.length}`] : []),
      '',
      body,
    ].join('\r\n'),
  );

const json = 'application/json';
const someId = '01a1fc63-f841-71e3-ad8c-fa6353f799cd';

describe('an error', () => {
  it.each([
    ['GET /%E0%A4%A', 400, {}],
    ['GET /api/%E0%A4%A', 400, {}],
    ['GET /api/users/%zz', 400, {}],
    ['GET /api/nothing', 404, {}],
    ['GET /assets/nothing.js', 404, {}],
    ['POST /api/nothing', 404, { type: json, body: '{}' }],
    ['DELETE /api/auth/user', 404, {}],
    ['OPTIONS /api/nothing', 404, {}],
    ['POST /api/login', 400, { type: json, body: '{' }],
    ['POST /api/login', 400, { type: json, body: '' }],
    ['POST /api/login', 400, { type: json, body: '[]' }],
    ['POST /api/login', 400, { type: json, body: '{"__proto__": 1}' }],
    ['POST /api/login', 415, { type: 'text/plain', body: 'x' }],
    ['POST /api/admin/donations', 415, { type: 'application/xml', body: '<a/>' }],
    ['POST /api/admin/donations/import', 404, { type: json, body: '{}' }],
    ['GET /api/events/x', 404, {}],
    [`GET /api/admin/church-ledger/${someId}/2026`, 404, {}],
    ['GET /api/donations?limit=x', 400, {}],
  ] as const)('of %s has the documented body', async (line, status, requestParts) => {
    const answer = await request(line, requestParts);
    expect(answer.status).toBe(status);
    const body: unknown = JSON.parse(answer.body);
    expect(errorBody.strict().safeParse(body).error?.issues).toBeUndefined();
    expect((body as { message: string }).message).toMatch(/^["A-Z].*[.)]$/);
  });

  it.each([
    ['text that is not a request', 'NONSENSE\r\n\r\n', 400],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['an unknown version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n', 400],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: x\r\nBad Header\r\n\r\n', 400],
    ['a header that is too long', `GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    [
      'two lengths',
      'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
  ])('has the documented body if the bytes of the request contain %s', async (_, bytes, status) => {
    const answer = await exchange(bytes);
    expect(answer.status).toBe(status);
    expect(errorBody.strict().parse(JSON.parse(answer.body))).toMatchObject({
      code: `http-${status}`,
    });
  });

  it.each([
    ['/api/admin/church-ledger/ID/abc', '"year"'],
    ['/api/admin/church-ledger/ID/12', '"year"'],
    ['/api/pledges/user/ID/year/abc', '"year"'],
    ['/api/admin/church-ledger?year=abc', '"year"'],
    ['/api/admin/donations?limit=many', '"limit"'],
  ])('names the invalid parameter of the address: %s', async (path, named) => {
    const admin = app.as('admin@grace.test');
    const { id } = (await admin.get<{ id: string }>('/api/auth/user')).body;
    await give(admin, id);
    const answer = await admin.get<{ message: string }>(path.replace('ID', id));
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(named)]);
  });

  it('contains the saved version if the change is outdated', async () => {
    const admin = app.as('admin@grace.test');
    const { id: giver } = (await admin.get<{ id: string }>('/api/auth/user')).body;
    const { id } = await give(admin, giver, { amount: '10.00' });
    const path = `/api/admin/donations/${id}`;
    await admin.patch(path, { amount: '20.00' }, { 'if-match': '"1"' });
    const staleAnswer = await admin.patch<{ current: Donation }>(
      path,
      { amount: '30.00' },
      { 'if-match': '"1"' },
    );
    expect(staleAnswer).toMatchObject({
      status: 409,
      body: { code: 'stale', current: { id, amount: '20.00' } },
    });
    expect(errorBody.safeParse(staleAnswer.body).success).toBe(true);
  });

  it('says when the next attempt is possible after too many messages in a day', async () => {
    const admin = app.as('admin@grace.test');
    await app.person(
      (await admin.get<{ organizationId: string }>('/api/auth/user')).body.organizationId,
      {
        email: 'often@grace.test',
      },
    );
    const member = app.as('often@grace.test');
    const message = { subject: 'Again', content: 'And again.' };
    let answer = await member.post<{ retryAfter: number }>('/api/messages', message);
    for (let n = 0; n < 20 && answer.status !== 429; n++)
      answer = await member.post('/api/messages', message);
    expect(answer.status).toBe(429);
    expect(errorBody.strict().parse(answer.body).retryAfter).toBeGreaterThan(86_000);
    expect(answer.headers.get('retry-after')).toBe(String(answer.body.retryAfter));
  });
});
