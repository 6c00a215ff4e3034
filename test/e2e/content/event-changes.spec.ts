import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Event } from '#libs/contracts';
import {
  type EventChange,
  EventChanges,
} from '../../../src/content/notifications/event-changes.js';
import type { Notifier } from '../../../src/content/notifications/notifier.js';
import type { Client, TestApp } from '../../support/app.js';
import {
  changePreferences,
  listNotifications,
  listQueuedEmails,
  startNotifiedChurch,
} from '../../support/content/notified-church.js';
import { eventActions, plannedEvent, waitUntilTold } from '../../support/content/planned-events.js';
import { waitForPublishedJobs } from '../../support/content/published-content.js';
import { resetNotifications } from '../../support/database/notifications.js';

let app: TestApp;
let grace: string;
let admin: Client;
let notifier: Notifier;
let actions: ReturnType<typeof eventActions>;
beforeAll(async () => {
  ({ app, grace, admin, notifier } = await startNotifiedChurch());
  actions = eventActions(admin);
});
afterAll(() => app.close());
beforeEach(async () => {
  await notifier.sendEmails(grace);
  await resetNotifications(app);
});

const eventChanges = () => app.app.get(EventChanges, { strict: false });
const quietly = { tell: false };
const changeId = '01a1fc63-f841-71e3-ad8c-fa6353f799cd';

describe('an event that is canceled', () => {
  let canceled: Omit<EventChange, 'id' | 'afterId'>;
  beforeAll(() => {
    canceled = { organizationId: grace, changeId, change: 'canceled', message: null };
  });

  it('stays in the program as canceled, also in calendars', async () => {
    const { id, status } = await actions.add();
    expect(status).toBe('planned');
    expect(await actions.calendarOf(id)).toContain('SEQUENCE:0');
    expect(await actions.cancel(id, quietly)).toMatchObject({
      status: 200,
      body: { status: 'cancelled' },
    });
    const eventOfMember = (await app.as('hannah@grace.test').get<Event>(`/api/events/${id}`)).body;
    expect(eventOfMember).toMatchObject({ status: 'cancelled', version: 2 });
    const calendar = await actions.calendarOf(id);
    expect(calendar).toContain('STATUS:CANCELLED');
    expect(calendar).toContain('SEQUENCE:1');
  });

  it('is announced immediately to members who want it, in the portal and by email', async () => {
    await changePreferences(app, 'caleb@grace.test', { notifyNewEvents: false });
    const { id } = await actions.add();
    await waitForPublishedJobs(app);
    await notifier.sendEmails(grace);
    await app.database.asSuperuser(`delete from jobs.job where name = 'mail'`);
    await actions.cancel(id, { message: 'The heating is broken.', tell: true });
    await waitUntilTold(app);
    const subjects = await listQueuedEmails(app);
    expect(subjects.sort()).toEqual([
      'admin@grace.test: Canceled: Choir practice',
      'hannah@grace.test: Canceled: Choir practice',
      'lydia@grace.test: Canceled: Choir practice',
    ]);
    const [notification, ...otherNotifications] = await listNotifications(app, 'hannah@grace.test');
    expect(otherNotifications).toEqual([]);
    expect(notification).toMatchObject({
      message: 'Canceled: Choir practice, Sunday, May 5, 2030 at 6:00 PM. The heating is broken.',
      isRead: false,
      emailSent: true,
    });
    expect(await listNotifications(app, 'caleb@grace.test')).toEqual([]);
  });

  it('is announced to nobody if the user says so', async () => {
    const { id } = await actions.add();
    await waitForPublishedJobs(app);
    await actions.cancel(id, quietly);
    await waitUntilTold(app);
    await notifier.sendEmails(grace);
    expect(await listQueuedEmails(app)).toEqual([]);
  });

  it('is not announced as new if its first email was not sent yet', async () => {
    const { id } = await actions.add();
    await waitForPublishedJobs(app);
    await actions.cancel(id, { tell: true });
    await waitUntilTold(app);
    await notifier.sendEmails(grace);
    const subjects = await listQueuedEmails(app);
    expect(subjects.filter((subject) => subject.includes('New event'))).toEqual([]);
    expect(subjects).toHaveLength(4);
  });

  it('is called canceled also in the earlier notifications that announced it', async () => {
    const { id } = await actions.add();
    await waitForPublishedJobs(app);
    await actions.cancel(id, quietly);
    const [notification] = await listNotifications(app, 'hannah@grace.test');
    expect(notification!.message).toBe('Canceled: Choir practice, Sunday, May 5, 2030 at 6:00 PM');
  });

  it('is announced as canceled only once if its job runs several times', async () => {
    const { id } = await actions.add();
    await waitForPublishedJobs(app);
    await actions.cancel(id, quietly);
    await app.database.asSuperuser('update church_event set change_id = $2 where id = $1', [
      id,
      changeId,
    ]);
    const job = { ...canceled, id, afterId: null };
    await Promise.all([1, 2, 3].map(() => eventChanges().tellMembers(job)));
    await eventChanges().tellMembers(job);
    expect(await listQueuedEmails(app)).toHaveLength(4);
  });

  it('is no longer announced after a later change without a notification', async () => {
    const { id } = await actions.add();
    await waitForPublishedJobs(app);
    await actions.cancel(id, { tell: true });
    await waitUntilTold(app);
    await app.database.asSuperuser(`delete from jobs.job where name = 'mail'`);
    await app.database.asSuperuser(
      'update church_event set change_id = $2, change_told_to = null where id = $1',
      [id, changeId],
    );
    await actions.move(id, { date: plannedEvent.date, ...quietly });
    await eventChanges().tellMembers({ ...canceled, id, afterId: null });
    expect(await listQueuedEmails(app)).toEqual([]);
  });

  it('is not announced as canceled if it is reinstated before', async () => {
    const { id } = await actions.add();
    await waitForPublishedJobs(app);
    await actions.cancel(id, quietly);
    await actions.move(id, { date: plannedEvent.date, ...quietly });
    await eventChanges().tellMembers({ ...canceled, id, afterId: null });
    expect(await listQueuedEmails(app)).toEqual([]);
  });
});

describe('canceling an event', () => {
  it('is refused if the event is canceled already', async () => {
    const { id } = await actions.add();
    await actions.cancel(id, quietly);
    expect(await actions.cancel(id, quietly)).toMatchObject({
      status: 409,
      body: { message: 'This event is canceled already.' },
    });
  });

  it('is refused if the event is over', async () => {
    const pastEvent = await actions.add({ date: '2020-05-05T18:00:00' });
    expect((await actions.cancel(pastEvent.id, quietly)).status).toBe(409);
  });

  it('cannot be announced while the event is hidden', async () => {
    const hidden = await actions.add({ isActive: false });
    expect((await actions.cancel(hidden.id, { tell: true })).status).toBe(409);
    expect((await actions.cancel(hidden.id, quietly)).status).toBe(200);
  });
});

describe('the change of an event', () => {
  const bothChanges = [
    ['canceling', 'cancel', quietly],
    ['moving', 'move', { date: '2030-06-05T18:00', ...quietly }],
  ] as const;

  it.each(bothChanges)(
    'is refused to members and to other churches: %s',
    async (_name, act, body) => {
      const { id } = await actions.add();
      expect((await actions[act](id, body, app.as('hannah@grace.test'))).status).toBe(403);
      expect((await actions[act](id, body, app.as('admin@hope.test'))).status).toBe(404);
      expect((await admin.get<Event>(`/api/events/${id}`)).body.version).toBe(1);
    },
  );

  it.each(bothChanges)(
    'is refused with the saved event after a change that the user has not seen: %s',
    async (_name, act, body) => {
      const { id } = await actions.add();
      await admin.put(`/api/events/${id}`, { ...plannedEvent, title: 'Choir and band' });
      const refusal = await actions[act](id, body, admin, { 'if-match': '"1"' });
      expect(refusal).toMatchObject({
        status: 409,
        body: { code: 'stale', current: { title: 'Choir and band', status: 'planned' } },
      });
    },
  );

  it('is made once if three requests ask for it at the same time', async () => {
    const { id } = await actions.add();
    await waitForPublishedJobs(app);
    await app.database.asSuperuser(`delete from jobs.job where name = 'mail'`);
    const answers = await Promise.all([1, 2, 3].map(() => actions.cancel(id, { tell: true })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await waitUntilTold(app);
    const toHannah = (await listQueuedEmails(app)).filter((email) => email.startsWith('hannah'));
    expect(toHannah).toEqual(['hannah@grace.test: Canceled: Choir practice']);
  });

  it('is in the audit log', async () => {
    const { id } = await actions.add();
    await actions.cancel(id, quietly);
    await actions.move(id, { date: plannedEvent.date, ...quietly });
    const entries = await app.database.asSuperuser<{ action: string }>(
      `select action from audit_entry where details ->> 'id' = $1 order by id`,
      [id],
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'content-added',
      'event-canceled',
      'event-reinstated',
    ]);
  });
});
