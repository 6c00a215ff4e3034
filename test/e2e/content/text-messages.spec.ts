import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Notification, SmsState } from '#libs/contracts';
import { RetryLater } from '#libs/jobs';
import { Notifier } from '../../../src/content/notifications/notifier.js';
import type { TextMessages } from '../../../src/content/notifications/text-messages.js';
import type { Client, TestApp } from '../../support/app.js';
import { queuedEmails } from '../../support/email/emails.js';
import type { Twilio } from '../../support/doubles/twilio.js';
import { until } from '../../support/until.js';
import { createSermon, waitForPublishedJobs } from '../../support/content/published-content.js';
import { TextMessageChurch } from '../../support/content/text-message-church.js';

let church: TextMessageChurch;
let app: TestApp;
let twilio: Twilio;
let grace: string;
let admin: Client;
let texts: TextMessages;
beforeAll(async () => {
  church = await TextMessageChurch.start();
  ({ app, twilio, grace, admin, texts } = church);
});
afterAll(() => church.close());
beforeEach(() => church.reset());

const states = async () =>
  (
    await app.database.asSuperuser<{ state: string }>(
      `select state from notification_delivery where channel = 'sms' order by state`,
    )
  ).map(({ state }) => state);
const smsState = async () => (await admin.get<SmsState>('/api/admin/sms')).body;

describe('a text message about hidden content', () => {
  it('waits until the content is shown again, and has its present title', async () => {
    await church.createReader();
    const id = await createSermon(admin, 'Shown too early');
    await waitForPublishedJobs(app);
    const show = (act: 'show' | 'hide') => admin.post('/api/sermons/bulk', { ids: [id], act });
    await show('hide');
    await texts.sendWaiting(grace);
    expect(await states()).toEqual(['withdrawn']);
    await admin.put(`/api/sermons/${id}`, { title: 'Renamed', description: 'What was preached.' });
    await show('show');
    await waitForPublishedJobs(app);
    await texts.sendWaiting(grace);
    expect(twilio.sent.map(({ text }) => text)).toEqual([
      expect.stringContaining('New sermon: Renamed'),
    ]);
    await show('hide');
    await show('show');
    await waitForPublishedJobs(app);
    await texts.sendWaiting(grace);
    expect(twilio.sent).toHaveLength(1);
  });
});

describe('a text message', () => {
  it('is sent once for all new content that was collected', async () => {
    const { client, number } = await church.createReader();
    await church.publishSermons('The vine', 'The shepherd');
    await Promise.all([texts.sendWaiting(grace), texts.sendWaiting(grace)]);
    await texts.sendWaiting(grace);
    expect(twilio.sent).toEqual([
      {
        to: number,
        text:
          'Church grace: 2 new things: The vine http://portal.example/sermons Reply STOP to ' +
          'end',
      },
    ]);
    expect(
      (await client.get<Notification[]>('/api/notifications')).body.map(
        ({ smsSent, emailSent }) => [smsSent, emailSent],
      ),
    ).toEqual([
      [true, false],
      [true, false],
    ]);
    expect(await smsState()).toMatchObject({
      isAvailable: true,
      isOn: true,
      sent: 1,
      limit: 500,
      readers: 1,
    });
  });

  it('is sent at the same time as the emails, after 15 minutes', async () => {
    const { number } = await church.createReader({ method: 'both' });
    await church.publishSermons('For both');
    await app.database.asSuperuser(`update news_window set closes_at = now()`);
    await app.app.get(Notifier, { strict: false }).sendEmails(grace);
    expect((await queuedEmails(app.database)).map(({ subject }) => subject)).toContain(
      'New sermon: For both',
    );
    await until(() => twilio.sent.length);
    expect(twilio.sent).toEqual([
      {
        to: number,
        text: 'Church grace: New sermon: For both http://portal.example/sermons Reply STOP to end',
      },
    ]);
  });

  it('fits into one SMS, however long the title is', async () => {
    await church.createReader();
    await church.publishSermons(`The ${'very '.repeat(45)}long`);
    await texts.sendWaiting(grace);
    expect(twilio.sent[0]!.text).toMatch(
      /^Church grace: New sermon: The very .*\.\.\. http:\/\/portal\.example\/sermons Reply STOP to end$/,
    );
    expect(twilio.sent[0]!.text.length).toBeLessThanOrEqual(160);
  });

  it('is not sent for hidden content, or if it is turned off or no longer wanted', async () => {
    const { client } = await church.createReader();
    const id = await createSermon(admin, 'Withdrawn');
    await waitForPublishedJobs(app);
    await admin.delete(`/api/sermons/${id}`);
    await church.publishSermons('Not wished');
    await client.patch('/api/user/notification-preferences', { notificationMethod: 'email' });
    await texts.sendWaiting(grace);
    await client.patch('/api/user/notification-preferences', { notificationMethod: 'sms' });
    await church.publishSermons('Turned off');
    await admin.post('/api/settings', { key: 'smsNews', value: '' });
    await texts.sendWaiting(grace);
    await admin.post('/api/settings', { key: 'smsNews', value: 'on' });
    for (const [change, undo] of [
      ['is_paused = true', 'is_paused = false'],
      ['is_active = false', 'is_active = true'],
    ]) {
      await church.publishSermons(`Without messages, because ${change}`);
      const sql = `update organization set ${change} where id = '${grace}'`;
      await app.database.asSuperuser(sql);
      await texts.sendWaiting(grace);
      await app.database.asSuperuser(sql.replace(change!, undo!));
      await texts.sendWaiting(grace);
    }
    expect(twilio.sent).toEqual([]);
    // A text message about a deleted item is only withdrawn, because the item can be restored.
    expect([...new Set(await states())].sort()).toEqual(['dropped', 'withdrawn']);
  });

  it('is not sent above the monthly limit of the plan, even by two concurrent jobs', async () => {
    const all = [
      await church.createReader(),
      await church.createReader(),
      await church.createReader(),
      await church.createReader(),
    ];
    await app.database.asSuperuser(
      `insert into notification (organization_id, id, user_id, type, content_id, content_title,
         message) select $1, gen_random_uuid(), $2, 'sermon', gen_random_uuid(), '', ''
         from generate_series(1, 498)`,
      [grace, all[0]!.id],
    );
    await app.database.asSuperuser(
      `insert into notification_delivery (organization_id, user_id, content_id, channel, state,
         message_id) select organization_id, user_id, content_id, 'sms', 'sent', gen_random_uuid()
         from notification`,
    );
    await church.publishSermons('Two of four');
    await Promise.all([texts.sendWaiting(grace), texts.sendWaiting(grace)]);
    expect(twilio.sent).toHaveLength(2);
    expect(await smsState()).toMatchObject({ sent: 500, limit: 500 });
    // Messages of last month do not count.
    await app.database.asSuperuser(`update notification_delivery set at = at - interval '1 month'`);
    expect(await smsState()).toMatchObject({ sent: 0 });
  });
});

describe('a text message that Twilio does not accept', () => {
  it('is never sent again if its outcome is unknown', async () => {
    const { number, client } = await church.createReader();
    twilio.manners.set(number, 'lost');
    await church.publishSermons('Lost');
    await texts.sendWaiting(grace);
    twilio.manners.clear();
    await texts.sendWaiting(grace);
    expect(twilio.sent).toHaveLength(1);
    expect(await states()).toEqual(['sending']);
    expect((await client.get<Notification[]>('/api/notifications')).body[0]!.smsSent).toBe(false);
  });

  it('is sent later if Twilio has refused it because of too many messages', async () => {
    const [first, second] = [await church.createReader(), await church.createReader()];
    twilio.manners.set(first.number, 'too-many');
    await church.publishSermons('Later');
    await expect(texts.sendWaiting(grace)).rejects.toThrow(RetryLater);
    expect(twilio.sent.map(({ to }) => to)).toEqual([second.number]);
    twilio.manners.clear();
    await texts.sendWaiting(grace);
    expect(twilio.sent.map(({ to }) => to)).toEqual([second.number, first.number]);
  });

  it('is dropped if Twilio refuses it', async () => {
    const { number } = await church.createReader();
    twilio.manners.set(number, 'invalid');
    await church.publishSermons('Refused');
    await texts.sendWaiting(grace);
    expect(await states()).toEqual(['dropped']);
  });
});
