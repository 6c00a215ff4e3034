import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Message } from '#libs/contracts';
import { KeyRing } from '#libs/sealed';
import { findUndecryptableMessages, reencryptMessages } from '../../../src/support/index.js';
import { secret, startMessaging, type Messaging } from './pastor-messages.js';

let messaging: Messaging;
beforeAll(async () => {
  messaging = await startMessaging();
});
afterAll(() => messaging.app.close());
beforeEach(() => messaging.clear());

describe('the stored message', () => {
  const everything = async () =>
    JSON.stringify([
      await messaging.app.database.asSuperuser('select * from pastor_message'),
      await messaging.app.database.asSuperuser('select * from idempotent_request'),
      await messaging.app.database.asSuperuser('select * from audit_entry'),
      await messaging.app.database.asSuperuser('select data from jobs.job'),
    ]);

  it('is encrypted, like the answer that is stored for an Idempotency-Key', async () => {
    const send = () =>
      messaging.member.post<Message>(
        '/api/messages',
        { subject: 'A burden', content: secret },
        { 'idempotency-key': 'once' },
      );
    const [first, second] = [await send(), await send()];
    expect(second).toMatchObject({ status: 201, body: first.body });
    await messaging.pastor.post(
      `/api/messages/${first.body.id}/reply`,
      { reply: 'I will call you tonight.' },
      { 'idempotency-key': 'answer' },
    );
    expect(await messaging.readInbox()).toHaveLength(1);
    expect(await everything()).not.toMatch(/burden|drinking|tonight/);
  });

  it('cannot be decrypted as the text of another message', async () => {
    const [first, second] = [
      await messaging.sendMessage('The first one'),
      await messaging.sendMessage('The second one'),
    ];
    await messaging.app.database.asSuperuser(
      'update pastor_message set content = (select content from pastor_message where id = ' +
        '$1) where id = $2',
      [first.id, second.id],
    );
    expect((await messaging.readInbox()).find(({ id }) => id === second.id)).toMatchObject({
      subject: 'The second one',
      content:
        'The key that it was sealed with is not here. Please ask whoever runs this portal to ' +
        'put it back.',
    });
  });
});

describe('the keys of messages', () => {
  const file = () => path.join(messaging.app.config.DATA_DIR, 'message-keys');
  const ring = (...encodedKeys: string[]) => new KeyRing(encodedKeys, file());

  it('are created at the first start in a file that only its owner can read', () => {
    expect(fs.statSync(file()).mode & 0o777).toBe(0o600);
  });

  it('can be renewed while the application runs, without losing messages', async () => {
    const before = await messaging.sendMessage('Before');
    await messaging.sendReply(before.id);
    const operator = ring();
    const oldPrefix = operator.current;
    expect(operator.renew()).toBe(true);
    const between = await messaging.sendMessage('Between');
    expect(await reencryptMessages(messaging.app.db, operator, messaging.grace)).toEqual({
      sealed: 1,
      stuck: 0,
    });
    const storedMessages = await messaging.app.database.asSuperuser<{
      subject: string;
      reply: string | null;
    }>('select subject, reply from pastor_message order by created_at');
    expect(
      storedMessages.every(
        ({ subject, reply: sealed }) =>
          subject.startsWith(operator.current) &&
          (sealed === null || sealed.startsWith(operator.current)),
      ),
    ).toBe(true);
    expect(operator.current).not.toBe(oldPrefix);
    expect((await messaging.readInbox()).map(({ id, subject }) => [id, subject])).toEqual([
      [between.id, 'Between'],
      [before.id, 'Before'],
    ]);
    expect(await findUndecryptableMessages(messaging.app.db, operator)).toEqual([]);
  });

  it('are taken from the environment first, and those in the file remain valid', async () => {
    await messaging.sendMessage('Sealed by the file');
    const environmentRing = ring('a key of at least thirty-two characters');
    expect(environmentRing.renew()).toBe(false);
    expect(await reencryptMessages(messaging.app.db, environmentRing, messaging.grace)).toEqual({
      sealed: 1,
      stuck: 0,
    });
    expect(await messaging.readInbox()).toMatchObject([
      { subject: 'This message cannot be opened' },
    ]);
    expect(await findUndecryptableMessages(messaging.app.db, ring())).toEqual([
      expect.stringMatching(/^One message to the pastor cannot be opened/),
    ]);
    expect(await reencryptMessages(messaging.app.db, ring(), messaging.grace)).toEqual({
      sealed: 0,
      stuck: 1,
    });
  });

  it('make the inbox show a notice for each message whose key is missing', async () => {
    const send = () =>
      messaging.member.post<Message>(
        '/api/messages',
        { subject: 'A burden', content: secret },
        { 'idempotency-key': 'gone' },
      );
    await send();
    const keyFile = fs.readFileSync(file());
    fs.writeFileSync(file(), 'another key that nobody has used before\n');
    await messaging.sendMessage('With the new key');
    expect(await messaging.readInbox()).toMatchObject([
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
    fs.writeFileSync(file(), keyFile);
    expect(await messaging.readInbox()).toMatchObject([
      { subject: 'This message cannot be opened' },
      { subject: 'A burden' },
    ]);
  });
});
