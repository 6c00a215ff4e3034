import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { NewsState, Notification, User } from '#libs/contracts';
import { collectionTime, Notifier } from '../../../src/content/notifications/notifier.js';
import { crossSiteRoutes } from '../../../src/server/cross-site.js';
import { startApp, type Client, type TestApp } from '../../support/app.js';
import { queuedEmails, waitForEmail } from '../../support/email/emails.js';
import { until } from '../../support/until.js';

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
  await app.database.asSuperuser(
    `delete from notification; delete from news_window; delete from jobs.job where name in ('mail', 'tell-news', 'published');
     update app_user set notify_new_resources = true, notify_new_sermons = true, notify_new_events = true, notification_method = 'email'`,
  );
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

describe('a user who wants no more emails', () => {
  const addressFor = async (email: string) => {
    await sermon(`For ${email}`);
    await settled();
    await notifier.sendEmails(grace);
    return new URL((await queuedEmails(app.database, email))[0]!.unsubscribe!).pathname;
  };
  const person = async (email: string) => (await app.as(email).get<User>('/api/auth/user')).body;

  it('stops them by one press in the mail program, without a sign-in', async () => {
    await sermon('Headers');
    await settled();
    await notifier.sendEmails(grace);
    const email = await waitForEmail(app, 'hannah@grace.test', 'New sermon: Headers');
    const header = (key: string) => email.headers.find((one) => one.key === key)?.value;
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
    await prefer('hannah@grace.test', {
      notifyNewResources: true,
      notifyNewSermons: true,
      notifyNewEvents: true,
    });
  });

  it('still receives text messages if they were chosen, too', async () => {
    await prefer('lydia@grace.test', { notificationMethod: 'both' });
    await app.visitor.send('POST', await addressFor('lydia@grace.test'), undefined);
    expect(await person('lydia@grace.test')).toMatchObject({
      notifyNewSermons: true,
      notificationMethod: 'sms',
    });
  });

  it('gets the same answer for an unknown, changed or foreign token', async () => {
    const at = await addressFor('caleb@grace.test');
    for (const wrong of ['x', `${at.split('/').at(-1)!.slice(0, -3)}AAA`, 'a'.repeat(95)])
      expect((await app.visitor.send('POST', `/api/unsubscribe/${wrong}`, undefined)).status).toBe(
        200,
      );
    expect((await person('caleb@grace.test')).notifyNewSermons).toBe(true);
  });

  it('uses one of the routes that other sites may call', () => {
    expect(crossSiteRoutes).toEqual([
      '/api/stripe/webhook',
      '/api/unsubscribe/:token',
      '/api/sms/inbound',
      '/api/mail/inbound',
    ]);
  });
});
