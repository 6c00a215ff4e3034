import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { Ticket, TicketMessage } from '#libs/contracts';
import { startApp, type Client, type TestApp } from './app.js';
import { queuedEmails } from './email/emails.js';

export let app: TestApp;
/** the id of the church of the users that are named by their role only */
export let grace: string;
export const ids: Record<string, string> = {};
export const superAdmin = 'owner@platform.test';
export const words = {
  subject: 'The projector stays dark',
  description: 'Since Sunday it shows nothing at all.',
};

/** Starts the application with two churches and their users. Each test begins without tickets. */
export function withDesk(): void {
  beforeAll(async () => {
    app = await startApp({ env: { BASE_URL: 'http://portal.example' } });
    grace = await app.church('grace');
    const hope = await app.church('hope');
    const names = {
      admin: 'Ann Admin',
      pastor: 'Peter Pastor',
      secretary: 'Sue Books',
      support: 'Sam Support',
      member: 'Hannah Brooks',
    };
    for (const role of ['admin', 'pastor', 'secretary', 'support', 'member'] as const) {
      const [firstName, lastName] = names[role].split(' ') as [string, string];
      ids[role] = (
        await app.person(grace, { email: `${role}@grace.test`, role, firstName, lastName })
      ).id;
    }
    ids.other = (await app.person(grace, { email: 'other@grace.test' })).id;
    ids.second = (
      await app.person(grace, {
        email: 'second@grace.test',
        role: 'admin',
        firstName: 'Zoe',
        lastName: 'Second',
      })
    ).id;
    for (const role of ['admin', 'support', 'member'] as const)
      await app.person(hope, { email: `${role}@hope.test`, role });
    await app.superAdmin(superAdmin);
    await app.superAdmin('helper@platform.test');
  });
  afterAll(() => app.close());
  beforeEach(() =>
    app.database.asSuperuser(
      `delete from ticket; delete from external_ticket; delete from ticket_attachment; delete
         from jobs.job where name in ('mail', 'ticket-assigned')`,
    ),
  );
}

/** Returns the client of a user; `member` means member@grace.test. */
export const as = (user: string): Client =>
  app.as(`${user}${user.includes('@') ? '' : '@grace.test'}`);
export const open = async (user = 'member', body: object = words) =>
  (await as(user).post<Ticket>('/api/support-tickets', body)).body;
export const ticketPath = (id: string, subpath = '') => `/api/support-tickets/${id}${subpath}`;
export const say = (id: string, user: string, message: string, isInternal = false) =>
  as(user).post<TicketMessage>(ticketPath(id, '/messages'), { message, isInternal });
export const read = async (id: string, user: string) =>
  (await as(user).get<TicketMessage[]>(ticketPath(id, '/messages'))).body;
export const look = async (id: string, user: string) =>
  (await as(user).get<Ticket>(ticketPath(id))).body;
export const list = async (user: string, query = '') =>
  (await as(user).get<Ticket[]>(`/api/support-tickets${query}`)).body;
export const emails = async () =>
  (await queuedEmails(app.database)).map(({ to, subject }) => `${to}: ${subject}`).sort();
