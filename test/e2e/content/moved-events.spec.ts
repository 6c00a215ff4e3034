import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Event } from '#libs/contracts';
import type { Notifier } from '../../../src/content/notifications/notifier.js';
import type { Client, TestApp } from '../../support/app.js';
import {
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

const quietly = { tell: false };

describe('an event that is moved', () => {
  it('has its new time and place, which the notifications name', async () => {
    const { id } = await actions.add();
    await waitForPublishedJobs(app);
    await app.database.asSuperuser(`delete from jobs.job where name = 'mail'`);
    const body = { date: '2030-05-06T09:05', location: 'The garden', tell: true };
    expect(await actions.move(id, body)).toMatchObject({
      status: 200,
      body: { date: '2030-05-06T09:05:00', location: 'The garden', status: 'planned' },
    });
    await waitUntilTold(app);
    expect(await listQueuedEmails(app)).toContain('hannah@grace.test: Moved: Choir practice');
    const [notification] = await listNotifications(app, 'hannah@grace.test');
    expect(notification!.message).toBe(
      'Moved: Choir practice, now Monday, May 6, 2030 at 9:05 AM, The garden',
    );
    expect(await actions.calendarOf(id)).toContain('SEQUENCE:1');
  });

  it('takes place again if it was canceled', async () => {
    const { id } = await actions.add();
    await actions.cancel(id, quietly);
    const answer = await actions.move(id, { date: plannedEvent.date, ...quietly });
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'planned', date: plannedEvent.date },
    });
    expect(await actions.calendarOf(id)).not.toContain('STATUS:CANCELLED');
  });

  it('keeps the rule, the duration and the skipped dates of a series', async () => {
    const series = {
      recurrence: 'FREQ=WEEKLY;BYDAY=SU',
      exceptions: ['2030-05-12'],
      durationMinutes: 90,
    };
    const { id } = await actions.add(series);
    const { body } = await actions.move(id, { date: '2030-05-05T19:30', ...quietly });
    expect(body).toMatchObject({
      seriesStart: '2030-05-05T19:30:00',
      recurrence: 'FREQ=WEEKLY;BYDAY=SU',
      exceptions: ['2030-05-12'],
      durationMinutes: 90,
    });
  });

  it('is named as a whole series, also after a later change without a notification', async () => {
    const { id } = await actions.add({ recurrence: 'FREQ=WEEKLY;BYDAY=SU' });
    await actions.move(id, { date: '2030-05-05T19:30', tell: true });
    await waitUntilTold(app);
    const readMessage = async () => (await listNotifications(app, 'hannah@grace.test'))[0]!.message;
    const moved = 'Moved: Choir practice (the whole series), now ';
    expect(await readMessage()).toBe(`${moved}Every Sunday at 7:30 PM, Room 2`);
    await actions.move(id, { date: '2030-05-06T20:00', ...quietly });
    expect(await readMessage()).toBe(`${moved}Every Monday at 8:00 PM, Room 2`);
    await actions.cancel(id, quietly);
    expect(await readMessage()).toBe('Canceled: Choir practice (the whole series)');
  });

  it('moves a weekly series to another weekday, with its skipped dates and its count', async () => {
    const series = { recurrence: 'FREQ=WEEKLY;BYDAY=SU;COUNT=10', exceptions: ['2030-05-12'] };
    const { id } = await actions.add(series);
    const { body } = await actions.move(id, { date: '2030-05-06T18:00', ...quietly });
    expect(body).toMatchObject({
      date: '2030-05-06T18:00:00',
      seriesStart: '2030-05-06T18:00:00',
      recurrence: 'FREQ=WEEKLY;BYDAY=MO;COUNT=10',
      exceptions: ['2030-05-13'],
    });
  });

  it.each([
    ['a later date of the same series', 'FREQ=WEEKLY;BYDAY=SU', '2030-05-12T18:00'],
    ['a day that is not among several days', 'FREQ=WEEKLY;BYDAY=SU,WE', '2030-05-06T18:00'],
    ['another day of a series with a last day', 'FREQ=WEEKLY;UNTIL=20300630', '2030-05-06T18:00'],
    ['another day of a monthly series', 'FREQ=MONTHLY;BYDAY=1SU', '2030-05-06T18:00'],
  ])('does not move a series to %s', async (_what, recurrence, date) => {
    const event = await actions.add({ recurrence });
    const answer = await actions.move(event.id, { date, ...quietly });
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: 'date' }] } });
    expect((await admin.get<Event>(`/api/events/${event.id}`)).body).toEqual(event);
  });

  it('is announced as taking place after all if it was canceled', async () => {
    const { id } = await actions.add();
    await waitForPublishedJobs(app);
    await actions.cancel(id, quietly);
    await app.database.asSuperuser(`delete from jobs.job where name = 'mail'`);
    await actions.move(id, { date: plannedEvent.date, tell: true });
    await waitUntilTold(app);
    const subject = 'hannah@grace.test: Takes place after all: Choir practice';
    expect(await listQueuedEmails(app)).toContain(subject);
    const [notification] = await listNotifications(app, 'hannah@grace.test');
    expect(notification!.message).toBe(
      'Takes place after all: Choir practice, Sunday, May 5, 2030 at 6:00 PM, Room 2',
    );
  });

  it('is announced if it is reinstated before members were told that it is planned', async () => {
    const { id } = await actions.add();
    await waitForPublishedJobs(app);
    await actions.cancel(id, quietly);
    await notifier.sendEmails(grace); // The emails are withdrawn.
    expect(await listQueuedEmails(app)).toEqual([]);
    await actions.move(id, { date: plannedEvent.date, ...quietly });
    await waitForPublishedJobs(app);
    await notifier.sendEmails(grace);
    const recipients = (await listQueuedEmails(app)).map((email) => email.split(':')[0]);
    expect(recipients).toContain('hannah@grace.test');
  });

  it('cannot be moved to the past, or to its present date', async () => {
    const { id } = await actions.add();
    const past = await actions.move(id, { date: '2020-05-05T18:00', ...quietly });
    expect(past).toMatchObject({ status: 400, body: { issues: [{ path: 'date' }] } });
    expect((await actions.move(id, { date: plannedEvent.date, ...quietly })).status).toBe(400);
    expect((await actions.move(id, { date: 'soon', ...quietly })).status).toBe(400);
  });
});
