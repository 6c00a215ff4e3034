import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { User } from '#libs/contracts';
import type { Notifier } from '../../../src/content/notifications/notifier.js';
import { crossSiteRoutes } from '../../../src/server/cross-site.js';
import type { Client, TestApp } from '../../support/app.js';
import { queuedEmails, waitForEmail } from '../../support/email/emails.js';
import { resetNotifications } from '../../support/database/notifications.js';
import { changePreferences, startNotifiedChurch } from '../../support/content/notified-church.js';
import { createSermon, waitForPublishedJobs } from '../../support/content/published-content.js';

let app: TestApp;
let grace: string;
let admin: Client;
let notifier: Notifier;
beforeAll(async () => {
  ({ app, grace, admin, notifier } = await startNotifiedChurch());
});
afterAll(() => app.close());
beforeEach(async () => {
  await notifier.sendEmails(grace);
  await resetNotifications(app);
});

describe('a user who wants no more emails', () => {
  const addressFor = async (email: string) => {
    await createSermon(admin, `For ${email}`);
    await waitForPublishedJobs(app);
    await notifier.sendEmails(grace);
    return new URL((await queuedEmails(app.database, email))[0]!.unsubscribe!).pathname;
  };
  const person = async (email: string) => (await app.as(email).get<User>('/api/auth/user')).body;

  it('can stop them with one click in the mail program, without a sign-in', async () => {
    await createSermon(admin, 'Headers');
    await waitForPublishedJobs(app);
    await notifier.sendEmails(grace);
    const email = await waitForEmail(app, 'hannah@grace.test', 'New sermon: Headers');
    const header = (key: string) => email.headers.find((line) => line.key === key)?.value;
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(header('list-id')).toMatch(/<news\.grace\.[\w.-]+>$/);
    const url = /^<(http:\/\/portal\.example\/api\/unsubscribe\/[\w-]+)>$/.exec(
      header('list-unsubscribe')!,
    )![1]!;
    const looked = await app.visitor.get(new URL(url).pathname);
    expect(looked.text).toContain('<form method="post">');
    expect((await person('hannah@grace.test')).notifyNewSermons).toBe(true);
    const pressed = await app.visitor.send(
      'POST',
      new URL(url).pathname,
      'List-Unsubscribe=One-Click',
      {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://mail.example',
        'sec-fetch-site': 'cross-site',
      },
    );
    expect(pressed.status).toBe(200);
    expect(await person('hannah@grace.test')).toMatchObject({
      notifyNewResources: false,
      notifyNewSermons: false,
      notifyNewEvents: false,
      notificationMethod: 'email',
    });
    expect((await person('caleb@grace.test')).notifyNewSermons).toBe(true);
    await changePreferences(app, 'hannah@grace.test', {
      notifyNewResources: true,
      notifyNewSermons: true,
      notifyNewEvents: true,
    });
  });

  it('still receives text messages if they were chosen, too', async () => {
    await changePreferences(app, 'lydia@grace.test', { notificationMethod: 'both' });
    await app.visitor.send('POST', await addressFor('lydia@grace.test'), undefined);
    expect(await person('lydia@grace.test')).toMatchObject({
      notifyNewSermons: true,
      notificationMethod: 'sms',
    });
  });

  it('gets the usual answer for a wrong token, which changes nothing', async () => {
    const unsubscribeUrl = await addressFor('caleb@grace.test');
    for (const wrongToken of [
      'x',
      `${unsubscribeUrl.split('/').at(-1)!.slice(0, -3)}AAA`,
      'a'.repeat(95),
    ])
      expect(
        (await app.visitor.send('POST', `/api/unsubscribe/${wrongToken}`, undefined)).status,
      ).toBe(200);
    expect((await person('caleb@grace.test')).notifyNewSermons).toBe(true);
  });
});

describe('the routes that accept requests from other sites', () => {
  it('are those of Stripe, unsubscribing, text messages and emails', () => {
    expect(crossSiteRoutes).toEqual([
      '/api/stripe/webhook',
      '/api/unsubscribe/:token',
      '/api/sms/inbound',
      '/api/mail/inbound',
    ]);
  });
});
