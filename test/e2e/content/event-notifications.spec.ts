import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Notifier } from '../../../src/content/notifications/notifier.js';
import type { Client, TestApp } from '../../support/app.js';
import { resetNotifications } from '../../support/database/notifications.js';
import {
  listQueuedEmails,
  listNotifications,
  startNotifiedChurch,
} from '../../support/content/notified-church.js';
import { waitForPublishedJobs } from '../../support/content/published-content.js';

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
    const event = async (...formValues: Parameters<typeof form>) => {
      const created = await admin.post<{ id: string }>('/api/events', form(...formValues));
      expect(created.status).toBe(201);
      await waitForPublishedJobs(app);
      return created.body.id;
    };
    const titles = async () =>
      (await listNotifications(app, 'hannah@grace.test')).map(({ contentTitle }) => contentTitle);

    it('is not sent if the event is over, unless its date is corrected later', async () => {
      const id = await event('Last year', -365);
      await event('A retreat that goes on', -1, { durationMinutes: 3 * 24 * 60 });
      await event('Every week', -100, { recurrence: 'FREQ=WEEKLY' });
      await event('Three times', -100, { recurrence: 'FREQ=WEEKLY;COUNT=3' });
      expect((await titles()).sort()).toEqual(['A retreat that goes on', 'Every week']);
      await admin.put(`/api/events/${id}`, form('This year', 365));
      await waitForPublishedJobs(app);
      expect((await titles()).sort()).toEqual([
        'A retreat that goes on',
        'Every week',
        'This year',
      ]);
    });

    it('is not in the email if the event has ended before the email is sent', async () => {
      const id = await event('Ends soon', 1);
      await app.database.asSuperuser(
        `update church_event set date = date - interval '3 days' where id = $1`,
        [id],
      );
      await notifier.sendEmails(grace);
      expect(await listQueuedEmails(app)).toEqual([]);
      await admin.put(`/api/events/${id}`, form('Moved', 7));
      await waitForPublishedJobs(app);
      await notifier.sendEmails(grace);
      expect((await listQueuedEmails(app)).filter((email) => email.startsWith('hannah'))).toEqual([
        'hannah@grace.test: New event: Moved',
      ]);
    });
  });
});
