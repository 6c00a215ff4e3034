import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { batchAddress, type BatchAnswer, maxBatchCalls } from '#libs/contracts';
import { signIn, startApp, type Client, type TestApp } from '../../support/app.js';
import { contentKinds } from '../../support/content/content-kinds.js';
import { readAuditEntries } from '../tenancy/grace-and-hope.js';

let app: TestApp;
let graceId: string;
let member: Client;
let admin: Client;
beforeAll(async () => {
  app = await startApp();
  graceId = await app.church('grace');
  const hopeId = await app.church('hope');
  await app.person(graceId, { email: 'member@grace.test' });
  await app.person(graceId, { email: 'admin@grace.test', role: 'admin' });
  await app.person(hopeId, { email: 'admin@hope.test', role: 'admin' });
  member = app.as('member@grace.test');
  admin = app.as('admin@grace.test');
});
afterAll(() => app.close());

const read = (client: Client, calls: readonly string[]) =>
  client.get<BatchAnswer[]>(batchAddress(calls));
const distinctCalls = (count: number) =>
  Array.from({ length: count }, (_, index) => `/api/sermons?limit=${index + 1}`);

describe('a batch of calls', () => {
  it('has the answers that the calls have alone, in their order', async () => {
    const calls = [
      '/api/settings',
      '/api/auth/user',
      '/api/notifications/count',
      '/api/sermons?active=true&limit=1',
      '/api/sermons/00000000-0000-0000-0000-000000000000',
      '/api/sermons?limit=none',
    ];
    const answer = await read(member, calls);
    expect(answer.status).toBe(200);
    for (const [index, call] of calls.entries()) {
      const alone = await member.get<object>(call);
      const { status, text } = answer.body[index]!;
      expect({ call, status, body: withoutId(JSON.parse(text)) }).toEqual({
        call,
        status: alone.status,
        body: withoutId(alone.body),
      });
    }
  });

  it('has the address of the next page of a list', async () => {
    for (const title of ['A first nugget', 'A second nugget'])
      await admin.post('/api/nuggets', { ...contentKinds.nuggets.minimalBody, title });
    const [answer] = (await read(admin, ['/api/nuggets?limit=1'])).body;
    expect(answer!.link).toContain('rel="next"');
    const [all] = (await read(admin, ['/api/nuggets?limit=9'])).body;
    expect(all!.link).toBeNull();
  });

  it('is refused to visitors, because one request could cost as much as thirty', async () => {
    expect(await read(app.visitor, ['/api/settings'])).toMatchObject({ status: 401 });
  });

  it('permits only what its user may call alone, and records refused calls', async () => {
    const before = (await readAuditEntries(app, 'call-refused', graceId)).length;
    const { body } = await read(member, ['/api/admin/users', '/api/auth/user']);
    expect(body.map(({ status }) => status)).toEqual([403, 200]);
    expect(await readAuditEntries(app, 'call-refused', graceId)).toHaveLength(before + 1);
  });

  it('shows nothing of another church', async () => {
    const title = 'Only for Grace';
    const created = await admin.post<{ id: string }>('/api/nuggets', {
      ...contentKinds.nuggets.minimalBody,
      title,
    });
    const other = app.as('admin@hope.test');
    const { body } = await read(other, [`/api/nuggets/${created.body.id}`, '/api/nuggets']);
    expect(body.map(({ status }) => status)).toEqual([404, 200]);
    expect(body.map(({ text }) => text).join()).not.toContain(title);
  });

  it('is answered when it has more calls than a user may have at the same time', async () => {
    const calls = distinctCalls(maxBatchCalls);
    const { body } = await read(member, calls);
    expect(body.map(({ status }) => status)).toEqual(calls.map(() => 200));
  });

  it('is refused if it has too many calls', async () => {
    expect(await read(member, distinctCalls(maxBatchCalls + 1))).toMatchObject({ status: 400 });
  });

  it('is refused if it has a call twice', async () => {
    expect(await read(member, ['/api/settings', '/api/settings'])).toMatchObject({ status: 400 });
  });

  it('leaves out calls after answers that are very large in total', async () => {
    for (let index = 0; index < 3; index++)
      await admin.post('/api/resources', {
        ...contentKinds.resources.minimalBody,
        title: `Long article ${index}`,
        resourceType: 'article',
        content: 'x'.repeat(90_000),
      });
    const calls = Array.from({ length: 20 }, (_, index) => `/api/resources?limit=${index + 1}`);
    const { status, body } = await read(admin, calls);
    expect(status).toBe(200);
    expect(body).toHaveLength(calls.length);
    expect(body[0]).toMatchObject({ status: 200 });
    expect(body.at(-1)).toBeNull();
    expect(JSON.stringify(body).length).toBeLessThan(4_000_000);
  });

  it.each<Record<string, string>>([
    { 'content-type': 'application/json', 'content-length': '2' },
    { 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' },
    { 'content-type': 'application/offset+octet-stream', 'content-length': '2' },
  ])('passes on no header about a body: %j', async (headers) => {
    const cookie = await signIn(app.visitor, 'member@grace.test');
    const address = app.url + batchAddress(['/api/settings', '/api/auth/user']);
    const answers = await getWithBody(address, { cookie, ...headers });
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('has no answers if it has no calls', async () => {
    expect(await read(member, [])).toMatchObject({ status: 200, body: [] });
  });

  it.each([
    '/api/batch?calls=/api/settings',
    '/API/BATCH?calls=/api/settings',
    '/api/logout',
    '/api/live',
    '/api/user/donations/export',
    '/api/images/00000000-0000-0000-0000-000000000000',
    '/api/sermons/../logout',
    '/api/sermons/%2e%2e/logout',
    String.raw`/api/sermons/..\live`,
    String.raw`/api/sermons/..\logout`,
    String.raw`/api/sermons/..\batch?calls=/api/settings`,
    '/api/sermons/..',
    '/api/sermons/%2e%2e',
    '/api/sermons/a#b',
    '/api/sermons/a\tb',
    '/api/nothing-here',
    '/health/',
    '/',
    '//evil.test/api/settings',
    'http://evil.test/api/settings',
    'api/settings',
  ])('cannot contain %s', async (call) => {
    expect(await read(member, ['/api/settings', call])).toMatchObject({ status: 400 });
  });
});

/** Sends a GET request with a body, which `fetch` cannot do, and returns the answer. */
function getWithBody(address: string, headers: Record<string, string>): Promise<BatchAnswer[]> {
  return new Promise((resolve, reject) => {
    const request = http.request(address, { method: 'GET', headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve(JSON.parse(text) as BatchAnswer[]));
    });
    request.on('error', reject);
    request.end('{}');
  });
}

/** Removes the id of the request, which an error contains and which differs each time. */
function withoutId(body: unknown): unknown {
  return Array.isArray(body) ? body : { ...(body as object), requestId: undefined };
}
