import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Notification, SmsNumber } from '#libs/contracts';
import type { TextMessages } from '../../../src/content/notifications/text-messages.js';
import type { TestApp } from '../../support/app.js';
import type { Twilio } from '../../support/doubles/twilio.js';
import { TextMessageChurch } from '../../support/content/text-message-church.js';

const inbound = 'http://portal.example/api/sms/inbound';
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

describe('a receiver who answers STOP', () => {
  const say = (fields: Record<string, string>, token?: string) => {
    const { body, headers } = twilio.answer(
      inbound,
      { MessageSid: 'SM1', To: '+15550000000', ...fields },
      token,
    );
    return app.visitor.send('POST', '/api/sms/inbound', body, headers);
  };

  it('gets no more messages until the answer START', async () => {
    const { client, number } = await church.createReader();
    await church.publishSermons('Before');
    expect(await say({ From: number, Body: ' Stop ' })).toMatchObject({
      status: 200,
      text: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
    });
    expect((await client.get<SmsNumber>('/api/user/sms')).body).toMatchObject({
      isConfirmed: true,
      isStopped: true,
    });
    await texts.sendWaiting(grace);
    await church.publishSermons('After');
    await texts.sendWaiting(grace);
    expect(twilio.sent).toEqual([]);
    expect((await client.get<Notification[]>('/api/notifications')).body).toHaveLength(2);
    await say({ From: number, Body: 'Hello?' });
    expect((await client.get<SmsNumber>('/api/user/sms')).body.isStopped).toBe(true);
    await say({ From: number, Body: 'whatever', OptOutType: 'START' });
    await church.publishSermons('Again');
    await texts.sendWaiting(grace);
    expect(twilio.sent).toHaveLength(1);
  });

  it('is also recognized from an error of Twilio when a message is sent', async () => {
    const { client, number } = await church.createReader();
    twilio.manners.set(number, 'stopped');
    await church.publishSermons('Stopped there');
    await texts.sendWaiting(grace);
    expect((await client.get<SmsNumber>('/api/user/sms')).body.isStopped).toBe(true);
    expect(await client.post('/api/user/sms/code')).toMatchObject({ status: 409 });
  });

  it('is not recognized without a valid signature of Twilio', async () => {
    const { client, number } = await church.createReader();
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
