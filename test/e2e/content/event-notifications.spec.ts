import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Notification } from '#libs/contracts';
import { Notifier } from '../../../src/content/notifications/notifier.js';
import { startApp, type Client, type TestApp } from '../../support/app.js';
import { queuedEmails } from '../../support/email/emails.js';
import { until } from '../../support/until.js';
import { resetNotifications } from '../../support/database/notifications.js';

let app: TestApp;
let grace: string;
let hope: string;
let admin: Client;
let notifier: Notifier;
beforeAll(async () => {
  app = await startApp({ env: { BASE_URL: 'http://portal.example' } });
  [grace, hope] = [await app.church('grace'), await app.church('hope')];
  await app.person(grace, { email: 'admin@grace.test', role: 'admin', firstName: 'Ruth' });
  for (const name of ['hannah', 'caleb', 'lydia'])
    await app.person(grace, { email: `${name}@grace.test`, firstName: name });
  await app.person(grace, { email: 'pending@grace.test', isApproved: false });
  await app.person(grace, { email: 'suspended@grace.test', isSuspended: true });
  await app.person(grace, { email: 'byhand@grace.test', signsIn: false });
  await app.person(hope, { email: 'admin@hope.test', role: 'admin' });
  admin = app.as('admin@grace.test');
  notifier = app.app.get(Notifier, { strict: false });
});
afterAll(() => app.close());
beforeEach(async () => {
  await notifier.sendEmails(grace);
  await resetNotifications(app);
});

const of = async (email: string) =>
  (await app.as(email).get<Notification[]>('/api/notifications')).body;
const emails = async () =>
  (await queuedEmails(app.database)).map(({ to, subject }) => `${to}: ${subject}`);
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

describe('a notification', () => {
  describe('about an event', () => {
    const inDays = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16);
    const form = (title: string, days: number, more: object = {}) => ({
      title,
      description: 'All are welcome.',
      location: 'Church hall',
      date: inDays(days),
      ...more,
    });
    const event = async (...given: Parameters<typeof form>) => {
      const made = await admin.post<{ id: string }>('/api/events', form(...given));
      expect(made.status).toBe(201);
      await settled();
      return made.body.id;
    };
    const titles = async () =>
      (await of('hannah@grace.test')).map(({ contentTitle }) => contentTitle);

    it('is not sent if the event is over, but if its date is corrected later', async () => {
      const id = await event('Last year', -365);
      await event('A retreat that goes on', -1, { durationMinutes: 3 * 24 * 60 });
      await event('Every week', -100, { recurrence: 'FREQ=WEEKLY' });
      await event('Three times', -100, { recurrence: 'FREQ=WEEKLY;COUNT=3' });
      expect((await titles()).sort()).toEqual(['A retreat that goes on', 'Every week']);
      await admin.put(`/api/events/${id}`, form('This year', 365));
      await settled();
      expect((await titles()).sort()).toEqual([
        'A retreat that goes on',
        'Every week',
        'This year',
      ]);
    });

    it('is not in the email if the event has ended meanwhile', async () => {
      const id = await event('Ends soon', 1);
      await app.database.asSuperuser(
        `update church_event set date = date - interval '3 days' where id = $1`,
        [id],
      );
      await notifier.sendEmails(grace);
      expect(await emails()).toEqual([]);
      await admin.put(`/api/events/${id}`, form('Moved', 7));
      await settled();
      await notifier.sendEmails(grace);
      expect((await emails()).filter((email) => email.startsWith('hannah'))).toEqual([
        'hannah@grace.test: New event: Moved',
      ]);
    });
  });
});
