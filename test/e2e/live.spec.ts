import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Ticket, TicketMessage } from '#libs/contracts';
import { Database } from '#libs/database';
import { entities } from '../../src/ops/database.js';
import { maxStreamsPerSession } from '../../src/live/hub.js';
import { createServer } from '../../src/server/server.js';
import { clientOf, signIn, startApp, type TestApp } from '../support/app.js';
import { listen, type LiveConnection } from '../support/live.js';
import { testLogger } from '../support/program/log.js';

let app: TestApp;
let grace: string;
/**
 * A second process of the same installation. In this test it is a server with database connections
 * of its own.
 */
let second: NestFastifyApplication;
let secondDb: Database;
let secondUrl: string;
beforeAll(async () => {
  app = await startApp();
  grace = await app.church('grace');
  const hope = await app.church('hope');
  for (const role of ['admin', 'pastor', 'secretary', 'support', 'member'] as const)
    await app.person(grace, { email: `${role}@grace.test`, role });
  await app.person(grace, { email: 'other@grace.test' });
  await app.person(hope, { email: 'admin@hope.test', role: 'admin' });
  await app.person(grace, { email: 'pending@grace.test', isApproved: false });
  await app.superAdmin('owner@platform.test');
  secondDb = await Database.connect(app.database.appUrl, entities);
  second = await createServer(app.config, secondDb, testLogger());
  await second.listen(0, '127.0.0.1');
  secondUrl = (await second.getUrl()).replace('[::1]', '127.0.0.1');
});
afterAll(async () => {
  await second.close();
  await secondDb.close();
  await app.close();
});
const openConnections: LiveConnection[] = [];
afterEach(() => {
  for (const connection of openConnections.splice(0)) connection.close();
});

const listenAs = async (email: string, url = app.url) => {
  const connection = await listen(url, await app.cookieOf(email));
  openConnections.push(connection);
  return connection;
};
const open = async (email = 'member@grace.test', body: object = {}) =>
  (
    await app.as(email).post<Ticket>('/api/support-tickets', {
      subject: 'The projector',
      description: 'It stays dark on Sundays.',
      ...body,
    })
  ).body.id;
const say = (id: string, email: string, message: string, isInternal = false) =>
  app.as(email).post<TicketMessage>(`/api/support-tickets/${id}/messages`, { message, isInternal });
/**
 * Waits until a connection has received the update about a ticket. Then it has also received all
 * earlier updates.
 */
const waitForUpdate = (connection: LiveConnection, id: string) =>
  connection.until((signals) => signals.some((signal) => signal.id === id));

describe('a live update', () => {
  it('reaches users with access in every process, and contains only kind and id', async () => {
    const listeners = {
      member: await listenAs('member@grace.test', secondUrl),
      support: await listenAs('support@grace.test'),
      admin: await listenAs('admin@grace.test', secondUrl),
    };
    const otherConnections = await Promise.all(
      [
        'other@grace.test',
        'pastor@grace.test',
        'secretary@grace.test',
        'admin@hope.test',
        'owner@platform.test',
      ].map((email) => listenAs(email)),
    );
    const id = await open();
    for (const connection of Object.values(listeners)) await waitForUpdate(connection, id);
    expect(listeners.member.text()).toMatch(/^data: \{"kind":"ticket","id":"\d{8}"\}$/m);
    // Each of the other users receives only the update about a ticket that concerns this user.
    for (const [index, email] of [
      'other@grace.test',
      'pastor@grace.test',
      'secretary@grace.test',
    ].entries()) {
      const ticketId = await open(email);
      await waitForUpdate(otherConnections[index]!, ticketId);
      expect(otherConnections[index]!.signals()).toEqual([{ kind: 'ticket', id: ticketId }]);
    }
    const external = await open('admin@hope.test', { ticketType: 'external' });
    for (const connection of otherConnections.slice(3)) {
      await waitForUpdate(connection, external);
      expect(connection.signals()).toEqual([{ kind: 'ticket', id: external }]);
    }
  });

  it('about an internal note reaches only users who may read it', async () => {
    const [member, support] = [
      await listenAs('member@grace.test'),
      await listenAs('support@grace.test', secondUrl),
    ];
    const id = await open();
    for (const connection of [member, support]) await waitForUpdate(connection, id);
    const [memberSignals, supportSignals] = [member.signals().length, support.signals().length];
    await say(id, 'admin@grace.test', 'Between us', true);
    await support.until((signals) => signals.length > supportSignals);
    const next = await open();
    await waitForUpdate(member, next);
    expect(member.signals().slice(memberSignals)).toEqual([{ kind: 'ticket', id: next }]);
  });

  it('about messages, notifications and pending users reaches the users concerned', async () => {
    const [member, pastor, support] = [
      await listenAs('member@grace.test', secondUrl),
      await listenAs('pastor@grace.test'),
      await listenAs('support@grace.test'),
    ];
    const message = (
      await app.as('member@grace.test').post<{ id: string }>('/api/messages', {
        subject: 'A burden',
        content: 'My brother again.',
      })
    ).body.id;
    await waitForUpdate(pastor, message);
    await waitForUpdate(member, message);
    const sermon = (
      await app.as('admin@grace.test').post<{ id: string }>('/api/sermons', {
        title: 'The vine',
        description: 'On staying where one grows',
      })
    ).body.id;
    await waitForUpdate(support, sermon);
    expect(support.signals()).toEqual([{ kind: 'notification', id: sermon }]);
    const admin = await listenAs('admin@grace.test');
    await app.visitor.post('/api/register', {
      email: 'new@grace.test',
      password: 'a good long one',
      firstName: 'Nell',
      lastName: 'New',
      organizationSlug: 'grace',
    });
    await admin.until((signals) => signals.some(({ kind }) => kind === 'badge'));
    expect(support.signals()).toHaveLength(1);
  });
});

describe('the stream of live updates', () => {
  it('can be opened only by users who may use the portal', async () => {
    expect((await app.visitor.get('/api/live')).status).toBe(401);
    expect((await app.as('pending@grace.test').get('/api/live')).status).toBe(403);
    const answer = await app.as('member@grace.test').get('/api/live');
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  const signInAgain = async (email: string) => {
    const cookie = await signIn(app.visitor, email);
    const connection = await listen(secondUrl, cookie);
    openConnections.push(connection);
    return { connection, client: clientOf(app.url, () => Promise.resolve(cookie)) };
  };

  it.each([
    ['signing out', (client: ReturnType<typeof clientOf>) => client.get('/api/logout')],
    [
      'another role',
      () =>
        app.database.asSuperuser(
          `update app_user set role = 'support' where email = 'other@grace.test'`,
        ),
    ],
    [
      'suspension',
      () =>
        app.database.asSuperuser(
          `update app_user set is_suspended = true where email = 'other@grace.test'`,
        ),
    ],
    [
      'removal',
      () =>
        app.database.asSuperuser(
          `update app_user set removed_at = now() where email = 'other@grace.test'`,
        ),
    ],
    [
      'the end of the session',
      () =>
        app.database.asSuperuser(
          `update session set expire = now() - interval '1 second'  where user_id = (select id
             from app_user where email = 'other@grace.test')`,
        ),
    ],
  ])('ends with %s', async (_what, end) => {
    await app.database.asSuperuser(
      `update app_user set role = 'member', is_suspended = false, removed_at = null
         where email = 'other@grace.test'`,
    );
    const { connection, client } = await signInAgain('other@grace.test');
    await end(client);
    await connection.ended;
  });

  it('sends nothing more to a user whose role has just been changed', async () => {
    await app.database.asSuperuser(
      `update app_user set role = 'support', is_suspended = false, removed_at = null
         where email = 'other@grace.test'`,
    );
    const { connection } = await signInAgain('other@grace.test');
    await app.database.asSuperuser(
      `update app_user set role = 'member' where email = 'other@grace.test'`,
    );
    await open();
    await connection.ended;
    expect(connection.signals()).toEqual([]);
  });

  it('does not extend the session', async () => {
    const { connection } = await signInAgain('support@grace.test');
    await app.database.asSuperuser(`update session set seen_at = now() - interval '1 hour'`);
    const readSessions = () =>
      app.database.asSuperuser(`select expire, seen_at from session order by sid`);
    const before = await readSessions();
    await signInAgain('support@grace.test').catch(() => undefined);
    const { client } = await signInAgain('support@grace.test');
    const sessionCount = (await readSessions()).length;
    await client.get('/api/live');
    expect(sessionCount).toBe(before.length + 2);
    expect(
      (await readSessions()).filter((row) =>
        before.some((earlier) => JSON.stringify(earlier) === JSON.stringify(row)),
      ),
    ).toHaveLength(before.length);
    expect(connection.signals()).toEqual([]);
  });

  it(`is one of at most ${maxStreamsPerSession} in a session; the oldest ends first`, async () => {
    const all: LiveConnection[] = [];
    for (let n = 0; n <= maxStreamsPerSession; n++)
      all.push(await listenAs('secretary@grace.test'));
    await all[0]!.ended;
    const id = await open('secretary@grace.test');
    for (const connection of all.slice(1)) await waitForUpdate(connection, id);
  });

  it('ends if the database connection is lost, and can then be opened again', async () => {
    const connection = await listenAs('member@grace.test', secondUrl);
    await app.database.asSuperuser(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
         and query ilike 'listen%'`,
    );
    await connection.ended;
    const listener = await listenAs('member@grace.test', secondUrl);
    const id = await open();
    await waitForUpdate(listener, id);
  });
});
