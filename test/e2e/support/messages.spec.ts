import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { InboxMessage, Message } from '#libs/contracts';
import { startApp, type Client, type TestApp } from '../../support/app.js';
import { queuedEmails } from '../../support/email/emails.js';

let app: TestApp;
let grace: string;
let member: Client;
let pastor: Client;
beforeAll(async () => {
  app = await startApp({ env: { BASE_URL: 'http://portal.example' } });
  grace = await app.church('grace');
  const hope = await app.church('hope');
  for (const role of ['admin', 'pastor', 'secretary', 'support', 'member'] as const)
    await app.person(grace, {
      email: `${role}@grace.test`,
      role,
      firstName: 'Hannah',
      lastName: 'Brooks',
    });
  await app.person(grace, { email: 'other@grace.test' });
  await app.person(hope, { email: 'pastor@hope.test', role: 'pastor' });
  await app.person(hope, { email: 'admin@hope.test', role: 'admin' });
  [member, pastor] = [app.as('member@grace.test'), app.as('pastor@grace.test')];
});
afterAll(() => app.close());
beforeEach(() =>
  app.database.asSuperuser(
    `delete from pastor_message; delete from idempotent_request; delete from jobs.job
       where name = 'mail'`,
  ),
);

const secret = 'My brother has been drinking again.';
const write = async (subject = 'A burden', content = secret, by = member) =>
  (await by.post<Message>('/api/messages', { subject, content })).body;
const reply = (id: string, words = 'I will call you tonight.', by = pastor) =>
  by.post<InboxMessage>(`/api/messages/${id}/reply`, { reply: words });
const inbox = async (by = pastor, query = '') =>
  (await by.get<InboxMessage[]>(`/api/pastor/messages${query}`)).body;
const emails = async () =>
  (await queuedEmails(app.database)).map(({ to, subject }) => `${to}: ${subject}`);

describe('a message to the pastor', () => {
  it('is visible to pastors, admins and its writer, with one reply', async () => {
    const { id } = await write();
    expect(await inbox()).toMatchObject([
      {
        id,
        subject: 'A burden',
        content: secret,
        isRead: false,
        isReplied: false,
        pastorReply: null,
        userName: 'Hannah Brooks',
        userEmail: 'member@grace.test',
      },
    ]);
    expect(await inbox(app.as('admin@grace.test'))).toHaveLength(1);
    expect((await pastor.get('/api/pastor/messages/count')).body).toEqual({ count: 1 });
    expect((await pastor.patch<InboxMessage>(`/api/messages/${id}/read`)).body).toMatchObject({
      id,
      isRead: true,
    });
    expect((await pastor.get('/api/pastor/messages/count')).body).toEqual({ count: 0 });
    expect(await reply(id)).toMatchObject({
      status: 200,
      body: { isReplied: true, pastorReply: 'I will call you tonight.' },
    });
    expect((await member.get<Message[]>('/api/messages')).body).toMatchObject([
      { id, content: secret, isReplied: true, pastorReply: 'I will call you tonight.' },
    ]);
    expect((await app.as('other@grace.test').get<Message[]>('/api/messages')).body).toEqual([]);
    expect(await reply(id, 'And once more, please.')).toMatchObject({
      status: 409,
      body: { message: 'This message was answered already.' },
    });
  });

  it('has one reply after ten simultaneous ones', async () => {
    const { id } = await write();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => reply(id, `This is answer number ${n}.`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ]);
    expect((await emails()).filter((email) => email.includes('answered'))).toHaveLength(1);
  });

  it('is not visible to other roles, members and churches', async () => {
    const { id } = await write();
    for (const email of ['secretary@grace.test', 'support@grace.test', 'other@grace.test']) {
      expect((await app.as(email).get('/api/pastor/messages')).status).toBe(403);
      expect((await reply(id, 'I am not the pastor.', app.as(email))).status).toBe(403);
    }
    for (const email of ['pastor@hope.test', 'admin@hope.test']) {
      expect(await inbox(app.as(email))).toEqual([]);
      expect((await app.as(email).patch(`/api/messages/${id}/read`)).status).toBe(404);
      expect((await reply(id, 'From another church.', app.as(email))).status).toBe(404);
      expect((await app.as(email).get('/api/pastor/messages/count')).body).toEqual({ count: 0 });
    }
    expect(
      (
        await app
          .as('admin@grace.test')
          .get<{ id: string }[]>(`/api/search?q=${encodeURIComponent('drinking')}`)
      ).body,
    ).toEqual([]);
  });

  it.each([
    [{ subject: 'Hi', content: secret }, 'Subject must be at least 3 characters'],
    [{ subject: '   ', content: secret }, 'Subject must be at least 3 characters'],
    [{ subject: 'x'.repeat(101), content: secret }, 'Subject must be less than 100 characters'],
    [{ subject: 'A burden', content: '  short  ' }, 'Message must be at least 10 characters'],
    [
      { subject: 'A burden', content: 'x'.repeat(1001) },
      'Message must be less than 1000 characters',
    ],
    [{ subject: 'A burden' }, 'Message must be at least 10 characters'],
  ])('is refused for %j', async (body, message) => {
    expect(await member.post('/api/messages', body)).toMatchObject({
      status: 400,
      body: { message },
    });
  });

  it('can have the maximum length; replies are checked, too', async () => {
    const { id } = await write('x'.repeat(100), 'y'.repeat(1000));
    expect(await reply(id, 'too short')).toMatchObject({
      status: 400,
      body: { message: 'Reply must be at least 10 characters' },
    });
    expect(await reply(id, 'x'.repeat(1001))).toMatchObject({
      status: 400,
      body: { message: 'Reply must be less than 1000 characters' },
    });
    expect((await reply(id, 'x'.repeat(1000))).status).toBe(200);
    expect((await reply('0198a2f5-7f7e-7000-8000-000000000000')).status).toBe(404);
  });

  it('is refused after twenty in a day, also at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, n) =>
        member.post('/api/messages', { subject: `Number ${n}`, content: secret }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.find(({ status }) => status === 429)).toMatchObject({
      body: {
        message: 'You have sent 20 messages today. Please wait for an answer, or call the church.',
      },
    });
  });

  it('causes emails without its text and the name of its writer', async () => {
    const { id } = await write();
    expect(await emails()).toEqual(['pastor@grace.test: A member has written to you']);
    await reply(id);
    expect(await emails()).toEqual([
      'pastor@grace.test: A member has written to you',
      'member@grace.test: Your pastor has answered you',
    ]);
    expect(JSON.stringify(await queuedEmails(app.database))).not.toMatch(
      /burden|drinking|tonight|Brooks/,
    );
  });

  it('can be sent and answered in a read-only church', async () => {
    await app.database.asSuperuser(`update organization set is_paused = true where id = $1`, [
      grace,
    ]);
    const { id } = await write();
    expect((await reply(id)).status).toBe(200);
    await app.database.asSuperuser(`update organization set is_paused = false where id = $1`, [
      grace,
    ]);
  });

  it('is listed page by page, and filtered by its state', async () => {
    const ids = [];
    for (let n = 0; n < 5; n++) ids.push((await write(`Number ${n}`)).id);
    await reply(ids[0]!);
    const first = await pastor.get<InboxMessage[]>('/api/pastor/messages?limit=2');
    const next = /<([^>]+)>/.exec(first.headers.get('link')!)![1]!;
    const second = await pastor.get<InboxMessage[]>(next);
    expect([...first.body, ...second.body].map(({ id }) => id)).toEqual(
      ids.toReversed().slice(0, 4),
    );
    expect((await inbox(pastor, '?state=replied')).map(({ id }) => id)).toEqual([ids[0]]);
    expect(await inbox(pastor, '?state=pending')).toHaveLength(4);
    expect(await inbox(pastor, '?state=unread')).toHaveLength(4);
  });
});
