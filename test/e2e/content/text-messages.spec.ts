import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Notification, SmsNumber, SmsState } from '#libs/contracts';
import { RetryLater } from '#libs/jobs';
import { Notifier } from '../../../src/content/notifications/notifier.js';
import { TextMessages } from '../../../src/content/notifications/text-messages.js';
import { startApp, type Client, type TestApp } from '../../support/app.js';
import { queuedEmails } from '../../support/email/emails.js';
import { expectInLog } from '../../support/program/log.js';
import { Twilio } from '../../support/doubles/twilio.js';
import { until } from '../../support/until.js';
import { resetTextMessages } from '../../support/database/notifications.js';

const twilio = new Twilio();
expectInLog(
  /a text message (has an unknown outcome|waits|was refused)/,
  /a message with a bad or missing signature was refused/,
);
let app: TestApp;
let grace: string;
let admin: Client;
let texts: TextMessages;
beforeAll(async () => {
  await twilio.start();
  app = await startApp({ env: { BASE_URL: 'http://portal.example', ...twilio.environment } });
  grace = await app.church('grace');
  await app.person(grace, { email: 'admin@grace.test', role: 'admin' });
  const hope = await app.church('hope');
  await app.database.asSuperuser(`update organization set subscription_status = 'active'`);
  await app.person(hope, { email: 'admin@hope.test', role: 'admin' });
  admin = app.as('admin@grace.test');
  texts = app.app.get(TextMessages, { strict: false });
  await admin.post('/api/settings', { key: 'smsNews', value: 'on' });
});
afterAll(async () => {
  await app.close();
  twilio.stop();
});
beforeEach(async () => {
  await settled();
  await texts.sendWaiting(grace);
  await resetTextMessages(app);
  twilio.sent.length = 0;
  twilio.manners.clear();
});

let people = 0;
const codeSent = () => /^(\d{6}) is your Church Connect code/.exec(twilio.sent.at(-1)!.text)![1]!;
/**
 * Somebody who wants texts, with a number that they have shown to be theirs, unless `proved` is
 * false.
 */
async function reader({ method = 'sms', proved = true } = {}): Promise<{
  client: Client;
  number: string;
  id: string;
}> {
  const digits = `706555${String(1000 + people++)}`;
  const email = `reader${people}@grace.test`;
  const { id } = await app.person(grace, { email });
  const client = app.as(email);
  await client.put('/api/auth/profile', {
    firstName: 'Reader',
    lastName: 'Of Texts',
    phone: digits,
  });
  if (proved) {
    await client.post('/api/user/sms/code');
    expect(
      (await client.post<SmsNumber>('/api/user/sms/confirm', { code: codeSent() })).body,
    ).toEqual({ isSending: true, phone: digits.slice(-4), isConfirmed: true, isStopped: false });
    twilio.sent.length = 0;
  }
  await client.patch('/api/user/notification-preferences', { notificationMethod: method });
  return { client, number: `+1${digits}`, id };
}
const sermon = async (title: string, more: object = {}) =>
  (
    await admin.post<{ id: string }>('/api/sermons', {
      title,
      description: 'What was preached.',
      ...more,
    })
  ).body.id;
const settled = () =>
  until(
    async () =>
      (
        await app.database.asSuperuser(
          `select 1 from jobs.job where name = 'published'
             and state in ('created', 'active', 'retry')`,
        )
      ).length === 0,
  );
const publish = async (...titles: string[]) => {
  for (const title of titles) await sermon(title);
  await settled();
};
const states = async () =>
  (
    await app.database.asSuperuser<{ state: string }>(
      `select state from notification_delivery where channel = 'sms' order by state`,
    )
  ).map(({ state }) => state);
const smsState = async () => (await admin.get<SmsState>('/api/admin/sms')).body;

describe('a text message about hidden content', () => {
  it('waits until the content is shown again, and has its present title', async () => {
    await reader();
    const id = await sermon('Shown too early');
    await settled();
    const show = (act: 'show' | 'hide') => admin.post('/api/sermons/bulk', { ids: [id], act });
    await show('hide');
    await texts.sendWaiting(grace);
    expect(await states()).toEqual(['withdrawn']);
    await admin.put(`/api/sermons/${id}`, { title: 'Renamed', description: 'What was preached.' });
    await show('show');
    await settled();
    await texts.sendWaiting(grace);
    expect(twilio.sent.map(({ text }) => text)).toEqual([
      expect.stringContaining('New sermon: Renamed'),
    ]);
    await show('hide');
    await show('show');
    await settled();
    await texts.sendWaiting(grace);
    expect(twilio.sent).toHaveLength(1);
  });
});

describe('a text message', () => {
  it('is sent once for all new content that was collected', async () => {
    const { client, number } = await reader();
    await publish('The vine', 'The shepherd');
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
    const { number } = await reader({ method: 'both' });
    await publish('For both');
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
    await reader();
    await publish(`The ${'very '.repeat(45)}long`);
    await texts.sendWaiting(grace);
    expect(twilio.sent[0]!.text).toMatch(
      /^Church grace: New sermon: The very .*\.\.\. http:\/\/portal\.example\/sermons Reply STOP to end$/,
    );
    expect(twilio.sent[0]!.text.length).toBeLessThanOrEqual(160);
  });

  it('is not sent for hidden content, or if it is turned off or no longer wanted', async () => {
    const { client } = await reader();
    const id = await sermon('Withdrawn');
    await settled();
    await admin.delete(`/api/sermons/${id}`);
    await publish('Not wished');
    await client.patch('/api/user/notification-preferences', { notificationMethod: 'email' });
    await texts.sendWaiting(grace);
    await client.patch('/api/user/notification-preferences', { notificationMethod: 'sms' });
    await publish('Turned off');
    await admin.post('/api/settings', { key: 'smsNews', value: '' });
    await texts.sendWaiting(grace);
    await admin.post('/api/settings', { key: 'smsNews', value: 'on' });
    await publish('Paused');
    await app.database.asSuperuser('update organization set is_paused = true where id = $1', [
      grace,
    ]);
    await texts.sendWaiting(grace);
    await app.database.asSuperuser('update organization set is_paused = false where id = $1', [
      grace,
    ]);
    await texts.sendWaiting(grace);
    expect(twilio.sent).toEqual([]);
    expect(new Set(await states())).toEqual(new Set(['dropped']));
  });

  it('is not sent above the monthly limit of the plan, also by two jobs at once', async () => {
    const all = [await reader(), await reader(), await reader(), await reader()];
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
    await publish('Two of four');
    await Promise.all([texts.sendWaiting(grace), texts.sendWaiting(grace)]);
    expect(twilio.sent).toHaveLength(2);
    expect(await smsState()).toMatchObject({ sent: 500, limit: 500 });
    // last month's do not count
    await app.database.asSuperuser(`update notification_delivery set at = at - interval '1 month'`);
    expect(await smsState()).toMatchObject({ sent: 0 });
  });
});

describe('a text message that Twilio does not accept', () => {
  it('is never sent again if its outcome is unknown', async () => {
    const { number, client } = await reader();
    twilio.manners.set(number, 'lost');
    await publish('Lost');
    await texts.sendWaiting(grace);
    twilio.manners.clear();
    await texts.sendWaiting(grace);
    expect(twilio.sent).toHaveLength(1);
    expect(await states()).toEqual(['sending']);
    expect((await client.get<Notification[]>('/api/notifications')).body[0]!.smsSent).toBe(false);
  });

  it('is sent later if it was not sent', async () => {
    const [one, other] = [await reader(), await reader()];
    twilio.manners.set(one.number, 'too-many');
    await publish('Later');
    await expect(texts.sendWaiting(grace)).rejects.toThrow(RetryLater);
    expect(twilio.sent.map(({ to }) => to)).toEqual([other.number]);
    twilio.manners.clear();
    await texts.sendWaiting(grace);
    expect(twilio.sent.map(({ to }) => to)).toEqual([other.number, one.number]);
  });

  it('is dropped if Twilio refuses it', async () => {
    const { number } = await reader();
    twilio.manners.set(number, 'invalid');
    await publish('Refused');
    await texts.sendWaiting(grace);
    expect(await states()).toEqual(['dropped']);
  });
});
