import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type Ticket, type TicketFigures, type TicketMessage } from '#libs/contracts';
import { everyPage } from '../../support/app.js';
import {
  app,
  as,
  ticketPath,
  ids,
  list,
  open,
  superAdmin,
  read,
  say,
  withDesk,
  words,
} from '../../support/tickets.js';

withDesk();

describe('the list of tickets', () => {
  it('has views, filters, a search and pages, with the latest changes first', async () => {
    const tickets: Ticket[] = [];
    for (let n = 0; n < 6; n++)
      tickets.push(
        await open(n % 2 ? 'other' : 'member', {
          ...words,
          subject: `Number ${n}`,
          priority: n === 1 ? 'urgent' : 'low',
        }),
      );
    await as('support').patch(ticketPath(tickets[0]!.id), { assignedTo: ids.support });
    await as('support').patch(ticketPath(tickets[2]!.id, '/resolve'));
    await say(tickets[3]!.id, 'support', 'Soon.');
    const subjects = async (query: string) =>
      (await list('support', query)).map(({ subject }) => subject.at(-1)).join('');
    expect(await subjects('')).toBe('320541');
    expect(await subjects('?view=mine')).toBe('0');
    expect(await subjects('?view=unassigned')).toBe('3541');
    expect(await subjects('?view=urgent')).toBe('1');
    expect(await subjects('?view=waiting')).toBe('0541');
    expect(await subjects('?status=resolved')).toBe('2');
    expect(await subjects('?status=all&priority=all')).toBe('320541');
    expect(await subjects('?priority=urgent&ticketType=internal')).toBe('1');
    expect(await subjects('?ticketType=external')).toBe('');
    expect(await subjects('?q=mber 4')).toBe('4');
    expect(await subjects('?q=%25')).toBe('');
    expect(
      (await everyPage<Ticket>(as('support'), '/api/support-tickets?limit=2'))
        .map(({ subject }) => subject.at(-1))
        .join(''),
    ).toBe('320541');
    expect(
      (await as('support').get<TicketFigures>('/api/support-tickets/figures')).body,
    ).toMatchObject({
      open: 5,
      mine: 1,
      unassigned: 4,
      urgent: 1,
      waiting: 4,
      firstResponseSeconds: expect.any(Number) as unknown as number,
      resolutionSeconds: expect.any(Number) as unknown as number,
    });
  });

  it('marks and counts unread tickets until the user has seen them', async () => {
    const { id } = await open();
    const count = async (user: string) =>
      (await as(user).get<{ count: number }>('/api/support-tickets/count')).body.count;
    expect([await count('support'), await count('admin'), await count('member')]).toEqual([
      1, 1, 0,
    ]);
    await as('support').patch(ticketPath(id, '/seen'));
    expect([await count('support'), await count('admin')]).toEqual([0, 1]);
    await say(id, 'support', 'One.');
    const first = (await read(id, 'member'))[0]!;
    await say(id, 'support', 'Two.');
    expect(await count('member')).toBe(1);
    // The second message arrived while the user read the first one.
    await as('member').patch(ticketPath(id, '/seen'), { upTo: first.id });
    expect(await count('member')).toBe(1);
    await as('member').patch(ticketPath(id, '/seen'), { upTo: (await read(id, 'member'))[1]!.id });
    expect(await count('member')).toBe(0);
    await as('admin').patch(ticketPath(id), { status: 'closed' });
    expect(await count('admin')).toBe(0);
  });

  it('changes several tickets in one request, or none of them after an error', async () => {
    const [firstTicket, secondTicket] = [await open(), await open('other')];
    expect(
      (
        await as('support').post('/api/support-tickets/bulk', {
          ids: [firstTicket.id, secondTicket.id],
          assignedTo: ids.admin,
        })
      ).body,
    ).toEqual({ changed: 2 });
    expect(
      (
        await as('support').post('/api/support-tickets/bulk', {
          ids: [firstTicket.id, '12345678'],
          status: 'closed',
        })
      ).status,
    ).toBe(404);
    expect(
      (
        await as('support').post('/api/support-tickets/bulk', {
          ids: [firstTicket.id],
          assignedTo: ids.member,
        })
      ).status,
    ).toBe(400);
    expect(
      (
        await as('secretary').post('/api/support-tickets/bulk', {
          ids: [firstTicket.id],
          status: 'closed',
        })
      ).status,
    ).toBe(404);
    expect(await list('admin')).toMatchObject([
      { status: 'open', assignedTo: ids.admin },
      { status: 'open', assignedTo: ids.admin },
    ]);
  });

  it('lets super administrators change tickets of several churches in one request', async () => {
    const [firstTicket, secondTicket] = [
      await open('admin', { ...words, ticketType: 'external' }),
      await open('admin@hope.test', { ...words, ticketType: 'external' }),
    ];
    expect(
      (
        await as(superAdmin).post('/api/support-tickets/bulk', {
          ids: [firstTicket.id, secondTicket.id],
          priority: 'urgent',
        })
      ).body,
    ).toEqual({ changed: 2 });
    await app.database.asSuperuser(`delete from jobs.job where name = 'mail'`);
    const before = await app.database.asSuperuser('select count(*) from audit_entry');
    expect(
      (
        await as(superAdmin).post('/api/support-tickets/bulk', {
          ids: [firstTicket.id, secondTicket.id, '99999999'].sort(),
          status: 'closed',
        })
      ).status,
    ).toBe(404);
    expect(await list(superAdmin)).toMatchObject([
      { status: 'open', priority: 'urgent' },
      { status: 'open', priority: 'urgent' },
    ]);
    expect(await app.database.asSuperuser('select count(*) from audit_entry')).toEqual(before);
  });
});

describe('a ticket message with an Idempotency-Key', () => {
  /** Opens a ticket, and returns a function that writes to it with always the same key. */
  const openTicket = async () => {
    const key = { 'idempotency-key': randomUUID() };
    const { id } = await open('admin', { ...words, ticketType: 'external' });
    const write = (user: string, message: string) =>
      as(user).post<TicketMessage>(ticketPath(id, '/messages'), { message }, key);
    return { id, write };
  };

  it('is stored once for each user', async () => {
    const { id, write } = await openTicket();
    const [first, second] = await Promise.all([
      write(superAdmin, 'Your card has expired.'),
      write(superAdmin, 'Your card has expired.'),
    ]);
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
    expect((await write('helper@platform.test', 'Another’s key')).status).toBe(201);
    expect((await read(id, superAdmin)).map(({ message }) => message)).toEqual([
      'Your card has expired.',
      'Another’s key',
    ]);
  });

  it('is refused with another text', async () => {
    const { id, write } = await openTicket();
    await write(superAdmin, 'Your card has expired.');
    expect((await write(superAdmin, 'Something else')).status).toBe(422);
    expect((await read(id, superAdmin)).map(({ message }) => message)).toEqual([
      'Your card has expired.',
    ]);
  });

  it('is encrypted in the stored answer', async () => {
    const { write } = await openTicket();
    expect((await write(superAdmin, 'Your card has expired.')).status).toBe(201);
    expect(
      JSON.stringify(await app.database.asSuperuser('select * from platform_idempotent_request')),
    ).not.toContain('card');
  });
});
