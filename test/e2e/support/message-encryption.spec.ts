import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { InboxMessage, Message } from '#libs/contracts';
import { KeyRing } from '#libs/sealed';
import { reencryptMessages, findUndecryptableMessages } from '../../../src/support/index.js';
import { startApp, type Client, type TestApp } from '../../support/app.js';

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

describe('the stored message', () => {
  const everything = async () =>
    JSON.stringify([
      await app.database.asSuperuser('select * from pastor_message'),
      await app.database.asSuperuser('select * from idempotent_request'),
      await app.database.asSuperuser('select * from audit_entry'),
      await app.database.asSuperuser('select data from jobs.job'),
    ]);

  it('is encrypted, like the answer that is stored for an Idempotency-Key', async () => {
    const send = () =>
      member.post<Message>(
        '/api/messages',
        { subject: 'A burden', content: secret },
        { 'idempotency-key': 'once' },
      );
    const [one, two] = [await send(), await send()];
    expect(two).toMatchObject({ status: 201, body: one.body });
    await pastor.post(
      `/api/messages/${one.body.id}/reply`,
      { reply: 'I will call you tonight.' },
      { 'idempotency-key': 'answer' },
    );
    expect(await inbox()).toHaveLength(1);
    expect(await everything()).not.toMatch(/burden|drinking|tonight/);
  });

  it('cannot be decrypted as the text of another message', async () => {
    const [one, two] = [await write('The first one'), await write('The second one')];
    await app.database.asSuperuser(
      'update pastor_message set content = (select content from pastor_message where id = ' +
        '$1) where id = $2',
      [one.id, two.id],
    );
    expect((await inbox()).find(({ id }) => id === two.id)).toMatchObject({
      subject: 'The second one',
      content:
        'The key that it was sealed with is not here. Please ask whoever runs this portal to ' +
        'put it back.',
    });
  });
});

describe('the keys of messages', () => {
  const file = () => path.join(app.config.DATA_DIR, 'message-keys');
  const ring = (...given: string[]) => new KeyRing(given, file());

  it('are created at the first start, readable only for their owner', () => {
    expect(fs.statSync(file()).mode & 0o777).toBe(0o600);
  });

  it('can be renewed while the application runs, with all messages', async () => {
    const before = await write('Before');
    await reply(before.id);
    const operator = ring();
    const old = operator.current;
    expect(operator.renew()).toBe(true);
    const between = await write('Between');
    expect(await reencryptMessages(app.db, operator, grace)).toEqual({ sealed: 1, stuck: 0 });
    const kept = await app.database.asSuperuser<{ subject: string; reply: string | null }>(
      'select subject, reply from pastor_message order by created_at',
    );
    expect(
      kept.every(
        ({ subject, reply: sealed }) =>
          subject.startsWith(operator.current) &&
          (sealed === null || sealed.startsWith(operator.current)),
      ),
    ).toBe(true);
    expect(operator.current).not.toBe(old);
    expect((await inbox()).map(({ id, subject }) => [id, subject])).toEqual([
      [between.id, 'Between'],
      [before.id, 'Before'],
    ]);
    expect(await findUndecryptableMessages(app.db, operator)).toEqual([]);
  });

  it('come first from the environment; those of the file stay valid', async () => {
    await write('Sealed by the file');
    const given = ring('a key of at least thirty-two characters');
    expect(given.renew()).toBe(false);
    expect(await reencryptMessages(app.db, given, grace)).toEqual({ sealed: 1, stuck: 0 });
    expect(await inbox()).toMatchObject([{ subject: 'This message cannot be opened' }]);
    expect(await findUndecryptableMessages(app.db, ring())).toEqual([
      expect.stringMatching(/^One message to the pastor cannot be opened/),
    ]);
    expect(await reencryptMessages(app.db, ring(), grace)).toEqual({ sealed: 0, stuck: 1 });
  });

  it('that are missing lead to a sentence in place of the message', async () => {
    const send = () =>
      member.post<Message>(
        '/api/messages',
        { subject: 'A burden', content: secret },
        { 'idempotency-key': 'gone' },
      );
    await send();
    const kept = fs.readFileSync(file());
    fs.writeFileSync(file(), 'another key that nobody has used before\n');
    await write('With the new key');
    expect(await inbox()).toMatchObject([
      { subject: 'With the new key' },
      { subject: 'This message cannot be opened' },
    ]);
    expect(await send()).toMatchObject({
      status: 503,
      body: {
        message:
          'This was done, but its answer cannot be opened anymore. Please load the page again.',
      },
    });
    fs.writeFileSync(file(), kept);
    expect(await inbox()).toMatchObject([
      { subject: 'This message cannot be opened' },
      { subject: 'A burden' },
    ]);
  });
});
