import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { NewsState } from '#libs/contracts';
import { collectionTime, type Notifier } from '../../../src/content/notifications/notifier.js';
import type { Client, TestApp } from '../../support/app.js';
import { queuedEmails } from '../../support/email/emails.js';
import { resetNotifications } from '../../support/database/notifications.js';
import {
  changePreferences,
  listQueuedEmails,
  listNotifications,
  startNotifiedChurch,
} from '../../support/content/notified-church.js';
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

const createResource = async (title: string) =>
  (
    await admin.post<{ id: string }>('/api/resources', {
      title,
      description: 'What to read.',
      content: 'Words.',
    })
  ).body.id;

describe('a notification', () => {
  it('is shown immediately to approved members of the church who want it', async () => {
    await changePreferences(app, 'caleb@grace.test', { notifyNewSermons: false });
    const id = await createSermon(admin, 'The vine');
    await waitForPublishedJobs(app);
    expect(await listNotifications(app, 'hannah@grace.test')).toMatchObject([
      {
        type: 'sermon',
        contentId: id,
        contentTitle: 'The vine',
        message: 'New sermon: The vine',
        isRead: false,
        emailSent: false,
        smsSent: false,
      },
    ]);
    expect(await listNotifications(app, 'caleb@grace.test')).toEqual([]);
    expect(await listNotifications(app, 'admin@hope.test')).toEqual([]);
    const people = await app.database.asSuperuser<{ email: string }>(
      'select email from notification n join app_user u on u.id = n.user_id order by email',
    );
    expect(people.map(({ email }) => email)).toEqual([
      'admin@grace.test',
      'byhand@grace.test',
      'hannah@grace.test',
      'lydia@grace.test',
    ]);
    await changePreferences(app, 'caleb@grace.test', { notifyNewSermons: true });
  });

  it('is sent with others by email after 15 minutes, to confirmed addresses', async () => {
    await createSermon(admin, 'First');
    await waitForPublishedJobs(app);
    const [job] = await app.database.asSuperuser<{ wait: number }>(
      `select extract(epoch from start_after - now())::int as wait from jobs.job
         where name = 'tell-news'`,
    );
    expect(Math.abs(job!.wait * 1000 - collectionTime)).toBeLessThan(30_000);
    await createResource('Second');
    await waitForPublishedJobs(app);
    expect(
      (await app.database.asSuperuser(`select 1 from jobs.job where name = 'tell-news'`)).length,
    ).toBe(1);
    expect((await admin.get<NewsState>('/api/admin/news')).body).toMatchObject({ waiting: 4 });
    expect(await listQueuedEmails(app)).toEqual([]);
    await Promise.all([notifier.sendEmails(grace), notifier.sendEmails(grace)]);
    expect((await listQueuedEmails(app)).sort()).toEqual(
      ['admin', 'caleb', 'hannah', 'lydia'].map(
        (name) => `${name}@grace.test: 2 new things at Church grace`,
      ),
    );
    const [email] = await queuedEmails(app.database, 'hannah@grace.test');
    expect(email!.paragraphs).toEqual([
      'What’s new at Church grace:',
      'Sermon: First',
      'Resource: Second',
    ]);
    expect(
      (await listNotifications(app, 'hannah@grace.test')).map(({ emailSent }) => emailSent),
    ).toEqual([true, true]);
    await notifier.sendEmails(grace);
    expect(await listQueuedEmails(app)).toHaveLength(4);
  });

  it('is not sent if its content was hidden or its user no longer wants it', async () => {
    const [gone, hidden] = [await createSermon(admin, 'Gone'), await createSermon(admin, 'Hidden')];
    await createSermon(admin, 'Stays');
    await waitForPublishedJobs(app);
    await admin.delete(`/api/sermons/${gone}`);
    await admin.post('/api/sermons/bulk', { ids: [hidden], act: 'hide' });
    expect(
      (await listNotifications(app, 'hannah@grace.test')).map(({ contentTitle }) => contentTitle),
    ).toEqual(['Stays']);
    expect((await app.as('hannah@grace.test').get('/api/notifications/count')).body).toEqual({
      count: 1,
    });
    await changePreferences(app, 'caleb@grace.test', { notifyNewSermons: false });
    await changePreferences(app, 'lydia@grace.test', { notificationMethod: 'sms' });
    await notifier.sendEmails(grace);
    expect((await listQueuedEmails(app)).sort()).toEqual([
      'admin@grace.test: New sermon: Stays',
      'hannah@grace.test: New sermon: Stays',
    ]);
    await changePreferences(app, 'caleb@grace.test', { notifyNewSermons: true });
    await changePreferences(app, 'lydia@grace.test', { notificationMethod: 'email' });
    await notifier.sendEmails(grace);
    expect(await listQueuedEmails(app)).toHaveLength(2);
  });

  it('is sent once, when content becomes visible for the first time', async () => {
    const id = await createSermon(admin, 'Told once', { isActive: false });
    await waitForPublishedJobs(app);
    expect(await listNotifications(app, 'hannah@grace.test')).toEqual([]);
    const put = (more: object) =>
      admin.put(`/api/sermons/${id}`, {
        title: 'Told once',
        description: 'What was preached.',
        ...more,
      });
    await put({});
    await put({ description: 'Told in other words.' });
    await admin.post('/api/sermons/bulk', { ids: [id], act: 'hide' });
    await admin.post('/api/sermons/bulk', { ids: [id], act: 'show' });
    await waitForPublishedJobs(app);
    expect(await listNotifications(app, 'hannah@grace.test')).toHaveLength(1);
    await notifier.sendEmails(grace);
    expect(
      (await listQueuedEmails(app)).filter((email) => email.startsWith('hannah')),
    ).toHaveLength(1);
  });

  it('has the present title of its content in the email and in the portal', async () => {
    const id = await createSermon(admin, 'The vnie');
    await waitForPublishedJobs(app);
    await admin.put(`/api/sermons/${id}`, { title: 'The vine', description: 'Of John 15.' });
    expect(await listNotifications(app, 'hannah@grace.test')).toMatchObject([
      { contentTitle: 'The vine', message: 'New sermon: The vine' },
    ]);
    await notifier.sendEmails(grace);
    const [email] = await queuedEmails(app.database, 'hannah@grace.test');
    expect(email).toMatchObject({
      subject: 'New sermon: The vine',
      paragraphs: ['There is a new sermon at Church grace: The vine.'],
    });
  });

  it('is sent once by email, even if its content is shown again before or after', async () => {
    const id = await createSermon(admin, 'Shown too early');
    const show = (act: 'show' | 'hide') => admin.post('/api/sermons/bulk', { ids: [id], act });
    await waitForPublishedJobs(app);
    await app.as('hannah@grace.test').patch('/api/notifications/read-all');
    await show('hide');
    await notifier.sendEmails(grace);
    expect(await listQueuedEmails(app)).toEqual([]);
    await changePreferences(app, 'caleb@grace.test', { notifyNewSermons: false });
    await show('show');
    await waitForPublishedJobs(app);
    expect(await listNotifications(app, 'hannah@grace.test')).toMatchObject([{ isRead: false }]);
    await notifier.sendEmails(grace);
    const expectedEmails = ['admin', 'hannah', 'lydia'].map(
      (name) => `${name}@grace.test: New sermon: Shown too early`,
    );
    expect((await listQueuedEmails(app)).sort()).toEqual(expectedEmails);
    await changePreferences(app, 'caleb@grace.test', { notifyNewSermons: true });
    await show('hide');
    await notifier.sendEmails(grace);
    await show('show');
    await waitForPublishedJobs(app);
    await notifier.sendEmails(grace);
    expect((await listQueuedEmails(app)).sort()).toEqual(expectedEmails);
  });

  it.each([
    ['paused', 'is_paused = true', 'is_paused = false'],
    ['not active', 'is_active = false', 'is_active = true'],
  ])('is not sent by email if the church is %s', async (_state, change, undo) => {
    const setChurch = (columns: string) =>
      app.database.asSuperuser(`update organization set ${columns} where id = $1`, [grace]);
    await createSermon(admin, 'Quiet');
    await waitForPublishedJobs(app);
    await setChurch(change);
    await notifier.sendEmails(grace);
    expect(await listQueuedEmails(app)).toEqual([]);
    await setChurch(undo);
    await notifier.sendEmails(grace);
    expect(await listQueuedEmails(app)).toEqual([]);
  });

  it('becomes read only if its own user marks it as read', async () => {
    await createSermon(admin, 'Read me');
    await waitForPublishedJobs(app);
    expect((await app.as('hannah@grace.test').get('/api/notifications/count')).body).toEqual({
      count: 1,
    });
    await app.as('hannah@grace.test').patch('/api/notifications/read-all');
    expect((await app.as('hannah@grace.test').get('/api/notifications/count')).body).toEqual({
      count: 0,
    });
    expect((await app.as('caleb@grace.test').get('/api/notifications/count')).body).toEqual({
      count: 1,
    });
  });
});
