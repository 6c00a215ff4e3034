import { once } from 'node:events';
import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ErrorBody, Pledge } from '#libs/contracts';
import { startApp, type Answer, type TestApp } from '../../support/app.js';
import { until } from '../../support/until.js';

/**
 * The tests count the running calls by the connections that wait for a lock, because each call of
 * `add` needs the row of the church.
 */
let app: TestApp;
let grace: string;
const admins = ['one', 'two', 'three'].map((name) => `${name}@grace.test`);
beforeAll(async () => {
  app = await startApp({ poolSize: 30, patience: 60_000 });
  grace = await app.church('grace');
  for (const email of admins) await app.person(grace, { email, role: 'admin' });
  await app.person(grace, { email: 'member@grace.test' });
  await app.person(await app.church('hope'), { email: 'member@hope.test' });
  for (const email of [...admins, 'member@grace.test', 'member@hope.test'])
    await app.cookieOf(email);
});
afterAll(() => app.close());

let addedUserCount = 0;
const add = (email: string) =>
  app.as(email).post<ErrorBody>('/api/admin/users', {
    firstName: 'New',
    lastName: 'Person',
    email: `new${addedUserCount++}@grace.test`,
  });
const waitingForLock = async () => {
  const [row] = await app.database.asSuperuser<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row!.count;
};

/**
 * Locks the row of the church while `work` runs, then lets all calls continue and returns their
 * answers.
 */
async function whileHeld(
  begin: () => Promise<Answer<ErrorBody>>[],
  work: (calls: Promise<Answer<ErrorBody>>[]) => Promise<void>,
): Promise<Answer<ErrorBody>[]> {
  let calls: Promise<Answer<ErrorBody>>[] = [];
  await app.db.tenant(grace, async (tx) => {
    await tx.sql('select 1 from organization where id = $1 for no key update', [grace]);
    calls = begin();
    await work(calls);
    await tx.checkpoint();
  });
  return Promise.all(calls);
}
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
/**
 * Waits until a number of calls wait for the lock, and checks that no further call begins while
 * other calls are answered.
 */
async function settledAt(count: number): Promise<void> {
  await until(async () => (await waitingForLock()) === count);
  for (let n = 0; n < 20; n++)
    expect((await app.as('member@hope.test').get('/api/notifications')).status).toBe(200);
  expect(await waitingForLock()).toBe(count);
}

describe('simultaneous requests', () => {
  it('are limited to four of one user, and other users of the church do not wait', async () => {
    const answers = await whileHeld(
      () => times(20, () => add(admins[0]!)),
      async () => {
        await settledAt(4);
        expect((await app.as('member@grace.test').get('/api/notifications')).status).toBe(200);
      },
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  });

  it('are limited to eight of one church, and other churches do not wait', async () => {
    const answers = await whileHeld(
      () => admins.flatMap((email) => times(10, () => add(email))),
      () => settledAt(8),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  });

  it('are refused with 429 if more than a hundred of a church wait', async () => {
    const answers = await whileHeld(
      () => times(125, () => add(admins[0]!)),
      async (calls) => {
        const first = await Promise.race(calls);
        expect([first.status, first.body.code]).toEqual([429, 'throttled']);
        expect(first.headers.get('retry-after')).toBe('5');
        expect((await app.as('member@hope.test').get('/api/notifications')).status).toBe(200);
      },
    );
    const refusals = answers.filter(({ status }) => status === 429);
    expect(refusals).toHaveLength(125 - 100 - 8);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(108);
  });

  it('do not block each other if they have the same Idempotency-Key', async () => {
    const key = crypto.randomUUID();
    const answers = await Promise.all(
      times(20, () =>
        app
          .as('member@grace.test')
          .post<Pledge>('/api/pledges', { amount: '5.00', year: 2027 }, { 'idempotency-key': key }),
      ),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
  });

  it('are not limited for health checks, public pages and signed-out visitors', async () => {
    await whileHeld(
      () => times(40, () => add(admins[0]!)),
      async () => {
        const { status } = await app.visitor.get('/health');
        const churches = await app.as(admins[0]!).get('/api/churches');
        expect([status, churches.status].every((code) => code < 429)).toBe(true);
      },
    );
  });
});

describe('a stream of events', () => {
  it('does not count as a request while it is open', async () => {
    const cookie = await app.cookieOf('member@grace.test');
    const streams = await Promise.all(
      times(6, async () => {
        const request = http.get(`${app.url}/api/live`, { headers: { cookie }, agent: false });
        const [response] = (await once(request, 'response')) as [http.IncomingMessage];
        expect(response.statusCode).toBe(200);
        return request;
      }),
    );
    const { status } = await app.as('member@grace.test').get('/api/notifications');
    expect(status).toBe(200);
    for (const stream of streams) {
      stream.on('error', () => undefined);
      stream.destroy();
    }
  });
});

describe('a form whose file arrives slowly', () => {
  it('does not count as a request while it arrives', async () => {
    const cookie = await app.cookieOf(admins[0]!);
    const begun = times(6, () => {
      const request = http.request(`${app.url}/api/admin/donation-imports`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'multipart/form-data; boundary=x' },
        agent: false,
      });
      request.on('error', () => undefined);
      request.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n');
      return request;
    });
    const { status } = await app.as(admins[0]!).get('/api/notifications');
    expect(status).toBe(200);
    for (const request of begun) request.destroy();
  });
});
