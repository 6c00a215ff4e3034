import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { NewsState, Notification } from '#libs/contracts';
import { collectionTime, Notifier } from '../../../src/content/notifications/notifier.js';
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
const sermon = async (title: string, more: object = {}) =>
  (
    await admin.post<{ id: string }>('/api/sermons', {
      title,
      description: 'What was preached.',
      ...more,
    })
  ).body.id;
const resource = async (title: string) =>
  (
    await admin.post<{ id: string }>('/api/resources', {
      title,
      description: 'What to read.',
      content: 'Words.',
    })
  ).body.id;
const prefer = (email: string, wishes: object) =>
  app.as(email).patch('/api/user/notification-preferences', wishes);
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
  it('is shown immediately to approved members of the church who want it', async () => {
    await prefer('caleb@grace.test', { notifyNewSermons: false });
    const id = await sermon('The vine');
    await settled();
    expect(await of('hannah@grace.test')).toMatchObject([
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
    expect(await of('caleb@grace.test')).toEqual([]);
    expect(await of('admin@hope.test')).toEqual([]);
    const people = await app.database.asSuperuser<{ email: string }>(
      'select email from notification n join app_user u on u.id = n.user_id order by email',
    );
    expect(people.map(({ email }) => email)).toEqual([
      'admin@grace.test',
      'byhand@grace.test',
      'hannah@grace.test',
      'lydia@grace.test',
    ]);
    await prefer('caleb@grace.test', { notifyNewSermons: true });
  });

  it('is sent by email after 15 minutes, together with others, to confirmed addresses', async () => {
    await sermon('First');
    await settled();
    const [job] = await app.database.asSuperuser<{ wait: number }>(
      `select extract(epoch from start_after - now())::int as wait from jobs.job
         where name = 'tell-news'`,
    );
    expect(Math.abs(job!.wait * 1000 - collectionTime)).toBeLessThan(30_000);
    await resource('Second');
    await settled();
    expect(
      (await app.database.asSuperuser(`select 1 from jobs.job where name = 'tell-news'`)).length,
    ).toBe(1);
    expect((await admin.get<NewsState>('/api/admin/news')).body).toMatchObject({ waiting: 4 });
    expect(await emails()).toEqual([]);
    await Promise.all([notifier.sendEmails(grace), notifier.sendEmails(grace)]);
    expect((await emails()).sort()).toEqual(
      ['admin', 'caleb', 'hannah', 'lydia'].map(
        (name) => `${name}@grace.test: 2 new things at Church grace`,
      ),
    );
    const [email] = await queuedEmails(app.database, 'hannah@grace.test');
    expect(email!.paragraphs).toEqual([
      'This is new at Church grace:',
      'Sermon: First',
      'Resource: Second',
    ]);
    expect((await of('hannah@grace.test')).map(({ emailSent }) => emailSent)).toEqual([true, true]);
    await notifier.sendEmails(grace);
    expect(await emails()).toHaveLength(4);
  });

  it('is not sent if its content was hidden or its user no longer wants it', async () => {
    const [gone, hidden] = [await sermon('Gone'), await sermon('Hidden')];
    await sermon('Stays');
    await settled();
    await admin.delete(`/api/sermons/${gone}`);
    await admin.post('/api/sermons/bulk', { ids: [hidden], act: 'hide' });
    expect((await of('hannah@grace.test')).map(({ contentTitle }) => contentTitle)).toEqual([
      'Stays',
    ]);
    expect((await app.as('hannah@grace.test').get('/api/notifications/count')).body).toEqual({
      count: 1,
    });
    await prefer('caleb@grace.test', { notifyNewSermons: false });
    await prefer('lydia@grace.test', { notificationMethod: 'sms' });
    await notifier.sendEmails(grace);
    expect((await emails()).sort()).toEqual([
      'admin@grace.test: New sermon: Stays',
      'hannah@grace.test: New sermon: Stays',
    ]);
    await prefer('caleb@grace.test', { notifyNewSermons: true });
    await prefer('lydia@grace.test', { notificationMethod: 'email' });
    await notifier.sendEmails(grace);
    expect(await emails()).toHaveLength(2);
  });

  it('is sent once, when content becomes visible for the first time', async () => {
    const id = await sermon('Told once', { isActive: false });
    await settled();
    expect(await of('hannah@grace.test')).toEqual([]);
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
    await settled();
    expect(await of('hannah@grace.test')).toHaveLength(1);
    await notifier.sendEmails(grace);
    expect((await emails()).filter((email) => email.startsWith('hannah'))).toHaveLength(1);
  });

  it('has the present title of its content in the email and in the portal', async () => {
    const id = await sermon('The vnie');
    await settled();
    await admin.put(`/api/sermons/${id}`, { title: 'The vine', description: 'Of John 15.' });
    expect(await of('hannah@grace.test')).toMatchObject([
      { contentTitle: 'The vine', message: 'New sermon: The vine' },
    ]);
    await notifier.sendEmails(grace);
    const [email] = await queuedEmails(app.database, 'hannah@grace.test');
    expect(email).toMatchObject({
      subject: 'New sermon: The vine',
      paragraphs: ['There is a new sermon at Church grace: The vine.'],
    });
  });

  it('is sent once if its content is shown again before any email was sent', async () => {
    const id = await sermon('Shown too early');
    const show = (act: 'show' | 'hide') => admin.post('/api/sermons/bulk', { ids: [id], act });
    await settled();
    await app.as('hannah@grace.test').patch('/api/notifications/read-all');
    await show('hide');
    await notifier.sendEmails(grace);
    expect(await emails()).toEqual([]);
    await prefer('caleb@grace.test', { notifyNewSermons: false });
    await show('show');
    await settled();
    expect(await of('hannah@grace.test')).toMatchObject([{ isRead: false }]);
    await notifier.sendEmails(grace);
    const told = ['admin', 'hannah', 'lydia'].map(
      (name) => `${name}@grace.test: New sermon: Shown too early`,
    );
    expect((await emails()).sort()).toEqual(told);
    await prefer('caleb@grace.test', { notifyNewSermons: true });
    await show('hide');
    await notifier.sendEmails(grace);
    await show('show');
    await settled();
    await notifier.sendEmails(grace);
    expect((await emails()).sort()).toEqual(told);
  });

  it('is not sent by email if the church is paused', async () => {
    await sermon('Quiet');
    await settled();
    await app.database.asSuperuser('update organization set is_paused = true where id = $1', [
      grace,
    ]);
    await notifier.sendEmails(grace);
    expect(await emails()).toEqual([]);
    await app.database.asSuperuser('update organization set is_paused = false where id = $1', [
      grace,
    ]);
    await notifier.sendEmails(grace);
    expect(await emails()).toEqual([]);
  });

  it('becomes read only if its own user marks it as read', async () => {
    await sermon('Read me');
    await settled();
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
