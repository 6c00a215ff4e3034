import type { InboxMessage, Message } from '#libs/contracts';
import { startApp } from '../../support/app.js';

/** The content of the messages that the tests send if they name no other. */
export const secret = 'My brother has been drinking again.';

/** What `startMessaging` returns. */
export type Messaging = Awaited<ReturnType<typeof startMessaging>>;

/** Starts the application with two churches whose members write messages to the pastor. */
export async function startMessaging() {
  const app = await startApp({ env: { BASE_URL: 'http://portal.example' } });
  const grace = await app.church('grace');
  const hope = await app.church('hope');
  for (const role of ['admin', 'pastor', 'secretary', 'support', 'member'] as const) {
    await app.person(grace, {
      email: `${role}@grace.test`,
      role,
      firstName: 'Hannah',
      lastName: 'Brooks',
    });
  }
  await app.person(grace, { email: 'other@grace.test' });
  await app.person(hope, { email: 'pastor@hope.test', role: 'pastor' });
  await app.person(hope, { email: 'admin@hope.test', role: 'admin' });
  const member = app.as('member@grace.test');
  const pastor = app.as('pastor@grace.test');
  return {
    app,
    /** the id of the church Grace, to which member and pastor belong */
    grace,
    member,
    pastor,
    /** Deletes all messages, stored answers of the API and queued emails. */
    clear: () =>
      app.database.asSuperuser(
        `delete from pastor_message;
         delete from idempotent_request;
         delete from jobs.job where name = 'mail'`,
      ),
    /** Sends a message of the member, and returns it. */
    sendMessage: async (subject = 'A burden', content = secret): Promise<Message> =>
      (await member.post<Message>('/api/messages', { subject, content })).body,
    /** Sends a reply, by default of the pastor. */
    sendReply: (messageId: string, reply = 'I will call you tonight.', author = pastor) =>
      author.post<InboxMessage>(`/api/messages/${messageId}/reply`, { reply }),
    /** Returns the messages that a user has received, by default the pastor. */
    readInbox: async (reader = pastor, query = ''): Promise<InboxMessage[]> =>
      (await reader.get<InboxMessage[]>(`/api/pastor/messages${query}`)).body,
  };
}
