import { describe, expect, it } from '@jest/globals';
import type { Ticket } from '#libs/contracts';
import { assignmentDelay } from '../../../src/support/tickets/assignment-notice.js';
import { queuedEmails } from '../../support/email/emails.js';
import { app, as, ticketPath, ids, open, superAdmin, withDesk } from '../../support/tickets.js';
import { until } from '../../support/until.js';

withDesk();

const assign = async (id: string, name: string | null, role = 'admin') => {
  const assignedTo = name === null ? null : ids[name];
  const answer = await as(role).patch<Ticket>(ticketPath(id), { assignedTo });
  expect(answer.status).toBe(200);
};

interface WaitingJob {
  /** The milliseconds between the request of the job and its start. */
  delay: number;
}
const waitingJobs = () =>
  app.database.asSuperuser<WaitingJob>(
    `select extract(epoch from start_after - created_on)::float8 * 1000 as delay
       from jobs.job
      where name = 'ticket-assigned' and state = 'created'`,
  );

/** Makes the job due, and waits until it is completed. */
async function passWaitingTime(): Promise<void> {
  await app.database.asSuperuser(
    `update jobs.job set start_after = now() where name = 'ticket-assigned' and state = 'created'`,
  );
  await until(async () => {
    const [remainingJobs] = await app.database.asSuperuser<{ count: number }>(
      `select count(*)::int as count from jobs.job where name = 'ticket-assigned'
         and state <> 'completed'`,
    );
    return remainingJobs!.count === 0;
  });
}

/** Returns the addresses that got an email about an assignment. */
const told = async () =>
  (await queuedEmails(app.database))
    .filter(({ paragraphs }) =>
      paragraphs.some((paragraph) => paragraph.includes('now assigned to you')),
    )
    .map(({ to }) => to);

describe('the email about an assignment', () => {
  it('is sent after 30 seconds', async () => {
    const { id } = await open();
    await assign(id, 'support');
    const jobs = await waitingJobs();
    expect(jobs).toHaveLength(1);
    expect(Math.abs(jobs[0]!.delay - assignmentDelay)).toBeLessThan(5_000);
    expect(assignmentDelay).toBe(30_000);
    expect(await told()).toEqual([]);
    await passWaitingTime();
    expect(await told()).toEqual(['support@grace.test']);
  });

  it.each<[changes: (string | null)[], told: string[]]>([
    [['support', 'second'], ['second@grace.test']],
    [['support', 'second', 'support'], ['support@grace.test']],
    [['support', null], []],
    [['support', 'admin'], []],
    [['admin'], []],
  ])('is sent, after assignments to %j, only to %j', async (changes, expected) => {
    const { id } = await open();
    for (const name of changes) await assign(id, name);
    expect((await waitingJobs()).length).toBeLessThanOrEqual(1);
    await passWaitingTime();
    expect(await told()).toEqual(expected);
  });

  it('is not sent again if the ticket is assigned to the same user again', async () => {
    const { id } = await open();
    await assign(id, 'support');
    await passWaitingTime();
    await assign(id, 'second');
    await assign(id, 'support');
    expect(await waitingJobs()).toEqual([]);
    expect(await told()).toEqual(['support@grace.test']);
  });

  it('is sent separately for each ticket of a bulk change', async () => {
    const tickets = [await open(), await open()];
    await as('admin').post('/api/support-tickets/bulk', {
      ids: tickets.map(({ id }) => id),
      assignedTo: ids.support,
    });
    expect(await waitingJobs()).toHaveLength(2);
    await assign(tickets[0]!.id, null);
    await passWaitingTime();
    expect(await told()).toEqual(['support@grace.test']);
  });

  it('is not sent to a user who may no longer answer the ticket', async () => {
    const { id } = await open();
    await assign(id, 'support');
    await app.database.asSuperuser(
      `update app_user set is_suspended = true where email = 'support@grace.test'`,
    );
    await passWaitingTime();
    await app.database.asSuperuser(
      `update app_user set is_suspended = false where email = 'support@grace.test'`,
    );
    expect(await told()).toEqual([]);
  });

  it('is not sent for a ticket that was deleted', async () => {
    const { id } = await open();
    await assign(id, 'support');
    await app.database.asSuperuser(`delete from ticket where id = ${id}`);
    await passWaitingTime();
    expect(await told()).toEqual([]);
  });

  it('is sent to the super administrator for an external ticket', async () => {
    const { id } = await open('admin', {
      subject: 'The bill came twice',
      description: 'One of the two is wrong.',
      ticketType: 'external',
    });
    const people = await as(superAdmin).get<{ id: string; firstName: string }[]>(
      '/api/support-tickets/people?ticketType=external',
    );
    const helper = people.body.find(({ firstName }) => firstName === 'helper@platform.test');
    await as(superAdmin).patch(ticketPath(id), { assignedTo: helper!.id });
    await passWaitingTime();
    expect(await told()).toEqual(['helper@platform.test']);
  });
});
