import { expect } from '@jest/globals';
import type { SmsNumber } from '#libs/contracts';
import { TextMessages } from '../../../src/content/notifications/text-messages.js';
import { startApp, type Client, type TestApp } from '../app.js';
import { resetTextMessages } from '../database/notifications.js';
import { Twilio } from '../doubles/twilio.js';
import { expectInLog } from '../program/log.js';
import { createSermon, waitForPublishedJobs } from './published-content.js';

/** A user who receives text messages. */
export interface Reader {
  client: Client;
  /** the phone number, with `+1` */
  number: string;
  id: string;
}

/**
 * A church that sends text messages through the test double of Twilio. The church of
 * admin@hope.test sends none.
 */
export class TextMessageChurch {
  readonly app: TestApp;
  readonly twilio: Twilio;
  /** the id of the church */
  readonly grace: string;
  /** an admin of the church */
  readonly admin: Client;
  readonly texts: TextMessages;
  #readers = 0;

  private constructor(app: TestApp, twilio: Twilio, grace: string) {
    this.app = app;
    this.twilio = twilio;
    this.grace = grace;
    this.admin = app.as('admin@grace.test');
    this.texts = app.app.get(TextMessages, { strict: false });
  }

  /** Starts the program and Twilio, and declares their usual warnings. */
  static async start(): Promise<TextMessageChurch> {
    expectInLog(
      /a text message (has an unknown outcome|waits|was refused)/,
      /a message with a bad or missing signature was refused/,
    );
    const twilio = new Twilio();
    await twilio.start();
    const app = await startApp({
      env: { BASE_URL: 'http://portal.example', ...twilio.environment },
    });
    const grace = await app.church('grace');
    await app.person(grace, { email: 'admin@grace.test', role: 'admin' });
    const hope = await app.church('hope');
    await app.database.asSuperuser(`update organization set subscription_status = 'active'`);
    await app.person(hope, { email: 'admin@hope.test', role: 'admin' });
    const church = new TextMessageChurch(app, twilio, grace);
    await church.admin.post('/api/settings', { key: 'smsNews', value: 'on' });
    return church;
  }

  /** Removes the messages and the settings of the previous test. */
  async reset(): Promise<void> {
    await waitForPublishedJobs(this.app);
    await this.texts.sendWaiting(this.grace);
    await resetTextMessages(this.app);
    this.twilio.sent.length = 0;
    this.twilio.manners.clear();
  }

  async close(): Promise<void> {
    await this.app.close();
    this.twilio.stop();
  }

  /** Adds a user who wants text messages and who, by default, has confirmed the phone number. */
  async createReader({ method = 'sms', isConfirmed = true } = {}): Promise<Reader> {
    const digits = `706555${String(1000 + this.#readers++)}`;
    const email = `reader${this.#readers}@grace.test`;
    const { id } = await this.app.person(this.grace, { email });
    const client = this.app.as(email);
    await client.put('/api/auth/profile', {
      firstName: 'Reader',
      lastName: 'Of Texts',
      phone: digits,
    });
    if (isConfirmed) {
      await client.post('/api/user/sms/code');
      const code = this.readLastCode();
      expect((await client.post<SmsNumber>('/api/user/sms/confirm', { code })).body).toEqual({
        isSending: true,
        phone: digits.slice(-4),
        isConfirmed: true,
        isStopped: false,
      });
      this.twilio.sent.length = 0;
    }
    await client.patch('/api/user/notification-preferences', { notificationMethod: method });
    return { client, number: `+1${digits}`, id };
  }

  /** Returns the code in the last message that Twilio received. */
  readLastCode(): string {
    return /^(\d{6}) is your Church Connect code/.exec(this.twilio.sent.at(-1)!.text)![1]!;
  }

  /** Publishes a sermon with each title, and waits until its notifications are stored. */
  async publishSermons(...titles: string[]): Promise<void> {
    for (const title of titles) await createSermon(this.admin, title);
    await waitForPublishedJobs(this.app);
  }
}
