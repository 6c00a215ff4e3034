import type { Event } from '#libs/contracts';
import type { Client, TestApp } from '../app.js';
import { until } from '../until.js';

/** The required fields of an event that takes place in 2030. */
export const plannedEvent = {
  title: 'Choir practice',
  description: 'Every voice is welcome.',
  date: '2030-05-05T18:00:00',
  location: 'Room 2',
};

type Headers = Record<string, string>;

/** Returns functions that create events as the admin of a church, and cancel and move them. */
export const eventActions = (admin: Client) => ({
  add: async (more: object = {}) =>
    (await admin.post<Event>('/api/events', { ...plannedEvent, ...more })).body,
  cancel: (id: string, body: object, client = admin, headers: Headers = {}) =>
    client.post<Event>(`/api/events/${id}/cancel`, body, headers),
  move: (id: string, body: object, client = admin, headers: Headers = {}) =>
    client.post<Event>(`/api/events/${id}/move`, body, headers),
  calendarOf: async (id: string) => (await admin.get(`/api/events/${id}.ics`)).text,
});

/** Waits until the jobs that tell members of changed events are finished. */
export const waitUntilTold = ({ database }: Pick<TestApp, 'database'>) =>
  until(async () => {
    const jobs = await database.asSuperuser(
      `select 1 from jobs.job where name = 'event-changed' and state < 'completed'`,
    );
    return jobs.length === 0;
  });
