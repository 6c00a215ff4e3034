import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SmsNumber } from '#libs/contracts';
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

describe('the number of a user', () => {
  it('gets no messages until the code that was sent to it is entered', async () => {
    const { client } = await reader({ proved: false });
    await publish('Unheard');
    await texts.sendWaiting(grace);
    expect(twilio.sent).toEqual([]);
    await client.post('/api/user/sms/code');
    const code = codeSent();
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await client.post('/api/user/sms/confirm', { code: wrong })).toMatchObject({
      status: 400,
      body: { message: 'This code is not right, or it was used before.' },
    });
    expect((await client.get<SmsNumber>('/api/user/sms')).body.isConfirmed).toBe(false);
    expect((await client.post('/api/user/sms/confirm', { code })).status).toBe(200);
    expect((await client.post('/api/user/sms/confirm', { code })).status).toBe(400);
  });

  it('is unconfirmed after a change, and the code of the old number is invalid', async () => {
    const { client, number } = await reader();
    const profile = (phone: string) =>
      client.put('/api/auth/profile', { firstName: 'Reader', lastName: 'Of Texts', phone });
    await client.post('/api/user/sms/code');
    const code = codeSent();
    await profile('706-555-9999');
    expect((await client.get<SmsNumber>('/api/user/sms')).body).toMatchObject({
      phone: '9999',
      isConfirmed: false,
    });
    expect((await client.post<SmsNumber>('/api/user/sms/confirm', { code })).body).toMatchObject({
      phone: '9999',
      isConfirmed: false,
    });
    twilio.sent.length = 0;
    await publish('To whom');
    await texts.sendWaiting(grace);
    expect(twilio.sent).toEqual([]);
    await profile(`(${number.slice(2, 5)}) ${number.slice(5, 8)}-${number.slice(8)}`);
    expect((await client.get<SmsNumber>('/api/user/sms')).body.isConfirmed).toBe(true);
  });

  it('is not confirmed by the code of another user, or after five wrong codes', async () => {
    const [one, other] = [await reader({ proved: false }), await reader({ proved: false })];
    await one.client.post('/api/user/sms/code');
    const code = codeSent();
    expect((await other.client.post('/api/user/sms/confirm', { code })).status).toBe(400);
    await app.database.asSuperuser(
      `update sent_code set tries = 5 where subject = 'number:${one.id}'`,
    );
    expect((await one.client.post('/api/user/sms/confirm', { code })).status).toBe(400);
  });

  it('is required for a code; codes are throttled, and need a church that sends', async () => {
    await app.person(grace, { email: 'nophone@grace.test' });
    expect(await app.as('nophone@grace.test').post('/api/user/sms/code')).toMatchObject({
      status: 400,
      body: { message: 'Please add your phone number to your profile first.' },
    });
    await app
      .as('admin@hope.test')
      .put('/api/auth/profile', { firstName: 'Hope', lastName: 'Admin', phone: '706-555-0000' });
    expect(await app.as('admin@hope.test').post('/api/user/sms/code')).toMatchObject({
      status: 409,
      body: { message: 'Your church does not send text messages.' },
    });
    const { client } = await reader({ proved: false });
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => client.post('/api/user/sms/code')),
    );
    expect(answers.some(({ status }) => status === 429)).toBe(true);
    expect(twilio.sent.length).toBe(1);
  });
});
