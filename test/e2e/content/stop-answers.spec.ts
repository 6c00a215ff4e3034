import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Notification, SmsNumber } from '#libs/contracts';
import { TextMessages } from '../../../src/content/notifications/text-messages.js';
import { startApp, type Client, type TestApp } from '../../support/app.js';
import { expectInLog } from '../../support/program/log.js';
import { Twilio } from '../../support/doubles/twilio.js';
import { until } from '../../support/until.js';
import { resetTextMessages } from '../../support/database/notifications.js';

const twilio = new Twilio();
expectInLog(
  /a text message (has an unknown outcome|waits|was refused)/,
  /a message with a bad or missing signature was refused/,
);
const inbound = 'http://portal.example/api/sms/inbound';
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

describe('a receiver who answers STOP', () => {
  const say = (fields: Record<string, string>, token?: string) => {
    const { body, headers } = twilio.answer(
      inbound,
      { MessageSid: 'SM1', To: '+15550000000', ...fields },
      token,
    );
    return app.visitor.send('POST', '/api/sms/inbound', body, headers);
  };

  it('gets no more messages from any church until the answer START', async () => {
    const { client, number } = await reader();
    await publish('Before');
    expect(await say({ From: number, Body: ' Stop ' })).toMatchObject({
      status: 200,
      text: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
    });
    expect((await client.get<SmsNumber>('/api/user/sms')).body).toMatchObject({
      isConfirmed: true,
      isStopped: true,
    });
    await texts.sendWaiting(grace);
    await publish('After');
    await texts.sendWaiting(grace);
    expect(twilio.sent).toEqual([]);
    expect((await client.get<Notification[]>('/api/notifications')).body).toHaveLength(2);
    await say({ From: number, Body: 'Hello?' });
    expect((await client.get<SmsNumber>('/api/user/sms')).body.isStopped).toBe(true);
    await say({ From: number, Body: 'whatever', OptOutType: 'START' });
    await publish('Again');
    await texts.sendWaiting(grace);
    expect(twilio.sent).toHaveLength(1);
  });

  it('is also recognized by Twilio’s answer to a message', async () => {
    const { client, number } = await reader();
    twilio.manners.set(number, 'stopped');
    await publish('Stopped there');
    await texts.sendWaiting(grace);
    expect((await client.get<SmsNumber>('/api/user/sms')).body.isStopped).toBe(true);
    expect(await client.post('/api/user/sms/code')).toMatchObject({ status: 409 });
  });

  it('is not believed without a valid signature of Twilio', async () => {
    const { client, number } = await reader();
    expect((await say({ From: number, Body: 'STOP' }, 'another token')).status).toBe(403);
    expect(
      (
        await app.visitor.send(
          'POST',
          '/api/sms/inbound',
          `From=${encodeURIComponent(number)}&Body=STOP`,
          { 'content-type': 'application/x-www-form-urlencoded' },
        )
      ).status,
    ).toBe(403);
    const { headers } = twilio.answer(inbound, { From: number, Body: 'HELP' });
    expect(
      (
        await app.visitor.send(
          'POST',
          '/api/sms/inbound',
          `From=${encodeURIComponent(number)}&Body=STOP`,
          headers,
        )
      ).status,
    ).toBe(403);
    expect((await client.get<SmsNumber>('/api/user/sms')).body.isStopped).toBe(false);
  });
});
