import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SmsNumber } from '#libs/contracts';
import type { TextMessages } from '../../../src/content/notifications/text-messages.js';
import type { TestApp } from '../../support/app.js';
import type { Twilio } from '../../support/doubles/twilio.js';
import { TextMessageChurch } from '../../support/content/text-message-church.js';

let church: TextMessageChurch;
let app: TestApp;
let twilio: Twilio;
let grace: string;
let texts: TextMessages;
beforeAll(async () => {
  church = await TextMessageChurch.start();
  ({ app, twilio, grace, texts } = church);
});
afterAll(() => church.close());
beforeEach(() => church.reset());

describe('the number of a user', () => {
  it('gets no messages until the code that was sent to it is entered', async () => {
    const { client } = await church.createReader({ isConfirmed: false });
    await church.publishSermons('Unheard');
    await texts.sendWaiting(grace);
    expect(twilio.sent).toEqual([]);
    await client.post('/api/user/sms/code');
    const code = church.readLastCode();
    const wrongCode = code === '000000' ? '000001' : '000000';
    expect(await client.post('/api/user/sms/confirm', { code: wrongCode })).toMatchObject({
      status: 400,
      body: { message: 'This code is not right, or it was used before.' },
    });
    expect((await client.get<SmsNumber>('/api/user/sms')).body.isConfirmed).toBe(false);
    expect((await client.post('/api/user/sms/confirm', { code })).status).toBe(200);
    expect((await client.post('/api/user/sms/confirm', { code })).status).toBe(400);
  });

  it('is unconfirmed after a change, and the code of the old number is invalid', async () => {
    const { client, number } = await church.createReader();
    const profile = (phone: string) =>
      client.put('/api/auth/profile', { firstName: 'Reader', lastName: 'Of Texts', phone });
    await client.post('/api/user/sms/code');
    const code = church.readLastCode();
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
    await church.publishSermons('To whom');
    await texts.sendWaiting(grace);
    expect(twilio.sent).toEqual([]);
    await profile(`(${number.slice(2, 5)}) ${number.slice(5, 8)}-${number.slice(8)}`);
    expect((await client.get<SmsNumber>('/api/user/sms')).body.isConfirmed).toBe(true);
  });

  it('is not confirmed by the code of another user, or after five wrong codes', async () => {
    const [first, second] = [
      await church.createReader({ isConfirmed: false }),
      await church.createReader({ isConfirmed: false }),
    ];
    await first.client.post('/api/user/sms/code');
    const code = church.readLastCode();
    expect((await second.client.post('/api/user/sms/confirm', { code })).status).toBe(400);
    await app.database.asSuperuser(
      `update sent_code set tries = 5 where subject = 'number:${first.id}'`,
    );
    expect((await first.client.post('/api/user/sms/confirm', { code })).status).toBe(400);
  });

  it('is erased when the user is removed from the church', async () => {
    const { id, number } = await church.createReader();
    expect((await church.admin.delete(`/api/admin/users/${id}`)).status).toBe(204);
    const rows = await app.database.asSuperuser(
      `select first_name, phone, sms_number from app_user where id = '${id}'`,
    );
    expect(rows).toEqual([{ first_name: 'Reader', phone: null, sms_number: null }]);
    const stored = await app.database.asSuperuser(
      `select row_to_json(u)::text as json from app_user u where id = '${id}'`,
    );
    expect(JSON.stringify(stored)).not.toContain(number.slice(2));
  });

  it('is required for a code; codes are limited, and need a church that sends texts', async () => {
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
    const { client } = await church.createReader({ isConfirmed: false });
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => client.post('/api/user/sms/code')),
    );
    expect(answers.some(({ status }) => status === 429)).toBe(true);
    expect(twilio.sent.length).toBe(1);
  });
});
