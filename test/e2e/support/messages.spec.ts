import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { InboxMessage, Message } from '#libs/contracts';
import { queuedEmails } from '../../support/email/emails.js';
import { secret, startMessaging, type Messaging } from './pastor-messages.js';

let messaging: Messaging;
beforeAll(async () => {
  messaging = await startMessaging();
});
afterAll(() => messaging.app.close());
beforeEach(() => messaging.clear());

const emails = async () =>
  (await queuedEmails(messaging.app.database)).map(({ to, subject }) => `${to}: ${subject}`);

describe('a message to the pastor', () => {
  it('is visible to pastors, admins and its writer, with one reply', async () => {
    const { id } = await messaging.sendMessage();
    expect(await messaging.readInbox()).toMatchObject([
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
    expect(await messaging.readInbox(messaging.app.as('admin@grace.test'))).toHaveLength(1);
    expect((await messaging.pastor.get('/api/pastor/messages/count')).body).toEqual({ count: 1 });
    expect(
      (await messaging.pastor.patch<InboxMessage>(`/api/messages/${id}/read`)).body,
    ).toMatchObject({
      id,
      isRead: true,
    });
    expect((await messaging.pastor.get('/api/pastor/messages/count')).body).toEqual({ count: 0 });
    expect(await messaging.sendReply(id)).toMatchObject({
      status: 200,
      body: { isReplied: true, pastorReply: 'I will call you tonight.' },
    });
    expect((await messaging.member.get<Message[]>('/api/messages')).body).toMatchObject([
      { id, content: secret, isReplied: true, pastorReply: 'I will call you tonight.' },
    ]);
    expect(
      (await messaging.app.as('other@grace.test').get<Message[]>('/api/messages')).body,
    ).toEqual([]);
    expect(await messaging.sendReply(id, 'And once more, please.')).toMatchObject({
      status: 409,
      body: { message: 'This message was answered already.' },
    });
  });

  it('gets one reply from ten simultaneous requests', async () => {
    const { id } = await messaging.sendMessage();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => messaging.sendReply(id, `This is answer number ${n}.`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ]);
    expect((await emails()).filter((email) => email.includes('answered'))).toHaveLength(1);
  });

  it('is not visible to other roles, members and churches', async () => {
    const { id } = await messaging.sendMessage();
    for (const email of ['secretary@grace.test', 'support@grace.test', 'other@grace.test']) {
      expect((await messaging.app.as(email).get('/api/pastor/messages')).status).toBe(403);
      expect(
        (await messaging.sendReply(id, 'I am not the messaging.pastor.', messaging.app.as(email)))
          .status,
      ).toBe(403);
    }
    for (const email of ['pastor@hope.test', 'admin@hope.test']) {
      expect(await messaging.readInbox(messaging.app.as(email))).toEqual([]);
      expect((await messaging.app.as(email).patch(`/api/messages/${id}/read`)).status).toBe(404);
      expect(
        (await messaging.sendReply(id, 'From another church.', messaging.app.as(email))).status,
      ).toBe(404);
      expect((await messaging.app.as(email).get('/api/pastor/messages/count')).body).toEqual({
        count: 0,
      });
    }
    expect(
      (
        await messaging.app
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
    expect(await messaging.member.post('/api/messages', body)).toMatchObject({
      status: 400,
      body: { message },
    });
  });

  it('can have the maximum length, and so can its reply', async () => {
    const { id } = await messaging.sendMessage('x'.repeat(100), 'y'.repeat(1000));
    expect((await messaging.sendReply(id, 'x'.repeat(1000))).status).toBe(200);
  });

  it('is refused after twenty a day, even if they are sent at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, n) =>
        messaging.member.post('/api/messages', { subject: `Number ${n}`, content: secret }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.find(({ status }) => status === 429)).toMatchObject({
      body: {
        message: 'You have sent 20 messages today. Please wait for an answer, or call the church.',
      },
    });
  });

  it('causes emails that contain neither its text nor the name of its writer', async () => {
    const { id } = await messaging.sendMessage();
    expect(await emails()).toEqual(['pastor@grace.test: A member has written to you']);
    await messaging.sendReply(id);
    expect(await emails()).toEqual([
      'pastor@grace.test: A member has written to you',
      'member@grace.test: Your pastor has answered you',
    ]);
    expect(JSON.stringify(await queuedEmails(messaging.app.database))).not.toMatch(
      /burden|drinking|tonight|Brooks/,
    );
  });

  it('can be sent and answered in a read-only church', async () => {
    await messaging.app.database.asSuperuser(
      `update organization set is_paused = true where id = $1`,
      [messaging.grace],
    );
    const { id } = await messaging.sendMessage();
    expect((await messaging.sendReply(id)).status).toBe(200);
    await messaging.app.database.asSuperuser(
      `update organization set is_paused = false where id = $1`,
      [messaging.grace],
    );
  });

  /** Sends five messages, the first of which is answered, and returns their ids. */
  const sendFive = async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push((await messaging.sendMessage(`Number ${n}`)).id);
    await messaging.sendReply(ids[0]!);
    return ids;
  };

  it('is listed in pages', async () => {
    const ids = await sendFive();
    const first = await messaging.pastor.get<InboxMessage[]>('/api/pastor/messages?limit=2');
    const next = /<([^>]+)>/.exec(first.headers.get('link')!)![1]!;
    const second = await messaging.pastor.get<InboxMessage[]>(next);
    expect([...first.body, ...second.body].map(({ id }) => id)).toEqual(
      ids.toReversed().slice(0, 4),
    );
  });

  it('is filtered by its state', async () => {
    const ids = await sendFive();
    expect(
      (await messaging.readInbox(messaging.pastor, '?state=replied')).map(({ id }) => id),
    ).toEqual([ids[0]]);
    expect(await messaging.readInbox(messaging.pastor, '?state=pending')).toHaveLength(4);
    expect(await messaging.readInbox(messaging.pastor, '?state=unread')).toHaveLength(4);
  });
});

describe('a reply to a message', () => {
  it('is refused if it is too short or too long', async () => {
    const { id } = await messaging.sendMessage();
    expect(await messaging.sendReply(id, 'too short')).toMatchObject({
      status: 400,
      body: { message: 'Reply must be at least 10 characters' },
    });
    expect(await messaging.sendReply(id, 'x'.repeat(1001))).toMatchObject({
      status: 400,
      body: { message: 'Reply must be less than 1000 characters' },
    });
  });

  it('is refused if there is no such message', async () => {
    expect((await messaging.sendReply('0198a2f5-7f7e-7000-8000-000000000000')).status).toBe(404);
  });
});
