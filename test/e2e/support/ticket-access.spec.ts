import { describe, expect, it } from '@jest/globals';
import { ticketRights, type Ticket, type TicketPerson } from '#libs/contracts';
import { give } from '../../support/app.js';
import { queuedEmails } from '../../support/email/emails.js';
import {
  app,
  as,
  ticketPath,
  grace,
  ids,
  emails,
  list,
  look,
  open,
  superAdmin,
  read,
  say,
  withDesk,
  words,
} from '../../support/tickets.js';

withDesk();

describe('access (ruling 21)', () => {
  it('to an internal ticket is limited to its creator, support staff and admins', async () => {
    const { id } = await open();
    for (const user of ['member', 'support', 'admin', 'second'])
      expect((await as(user).get(ticketPath(id))).status).toBe(200);
    for (const user of [
      'other',
      'pastor',
      'secretary',
      'admin@hope.test',
      'support@hope.test',
      superAdmin,
    ]) {
      const client = as(user);
      for (const subpath of ['', '/messages', '/donation'])
        expect({
          who: user,
          subpath,
          status: (await client.get(ticketPath(id, subpath))).status,
        }).toEqual({
          who: user,
          subpath,
          status: 404,
        });
      const refusal = await client.post(ticketPath(id, '/messages'), { message: 'Let me in' });
      expect(refusal.status).toBe(404);
      expect((await client.patch(ticketPath(id), { status: 'closed' })).status).toBe(404);
      expect((await client.patch(ticketPath(id, '/resolve'))).status).toBe(404);
      expect((await client.patch(ticketPath(id, '/seen'))).status).toBe(404);
      expect(await list(user)).toEqual([]);
      expect(await list(user, '?q=projector')).toEqual([]);
      expect((await client.get('/api/support-tickets/count')).body).toEqual({ count: 0 });
    }
    expect(
      (
        await as('admin@hope.test').post('/api/support-tickets/bulk', {
          ids: [id],
          status: 'closed',
        })
      ).status,
    ).toBe(404);
    expect(await look(id, 'member')).toMatchObject({ status: 'open' });
  });

  it('to internal notes is limited to admins and support staff', async () => {
    const { id } = await open();
    for (const user of ['member', 'support'])
      expect((await say(id, user, 'A note of mine', true)).status).toBe(403);
    await say(id, 'support', 'Is its lamp on?');
    const before = await look(id, 'member');
    const [listedTicket] = await list('member');
    expect((await say(id, 'admin', 'He breaks everything, @Sam Support', true)).status).toBe(201);
    for (const user of ['admin', 'second', 'support'])
      expect((await read(id, user)).map(({ isInternal }) => isInternal)).toEqual([false, true]);
    expect((await read(id, 'member')).map(({ message }) => message)).toEqual(['Is its lamp on?']);
    // For users without access to notes, a note changes no time, no mark and no count.
    expect(await look(id, 'member')).toEqual(before);
    expect(await list('member')).toEqual([listedTicket]);
    await as('member').patch(ticketPath(id, '/seen'), {
      upTo: (await read(id, 'member')).at(-1)!.id,
    });
    await say(id, 'admin', 'Really everything', true);
    expect((await as('member').get('/api/support-tickets/count')).body).toEqual({ count: 0 });
    expect(await list('member', '?q=everything')).toEqual([]);
    expect(await look(id, 'second')).toMatchObject({ isUnread: true });
    // The mentioned user gets an email, which does not contain the note.
    const emailsBefore = await queuedEmails(app.database);
    expect(JSON.stringify(emailsBefore)).not.toContain('breaks everything');
    expect(
      emailsBefore
        .filter(({ paragraphs }) =>
          paragraphs.join(' ').includes('mentioned you in an internal note'),
        )
        .map(({ to }) => to),
    ).toEqual(['support@grace.test']);
  });

  it('to internal notes is required for the emails to mentioned users', async () => {
    const { id } = await open();
    await say(id, 'admin', '@Hannah Brooks and @Sue Books should not hear of this', true);
    // the email about the new ticket
    expect(await emails()).toEqual([`support@grace.test: [Ticket #${id}] ${words.subject}`]);
  });

  it('to a question about a gift includes secretaries, but not for its notes', async () => {
    const { id: donationId } = await give(as('admin'), ids.member!, {
      amount: 25,
      date: '2025-03-02',
    });
    const { id } = await open('member', { ...words, donationId });
    await open('other');
    await say(id, 'admin', 'I will look', true);
    expect(await list('secretary')).toMatchObject([{ id, aboutGift: true }]);
    expect(await read(id, 'secretary')).toEqual([]);
    expect((await say(id, 'secretary', 'A slip: it was 52.')).status).toBe(201);
    expect((await say(id, 'secretary', 'A note', true)).status).toBe(403);
    expect(
      (await as('secretary').patch<Ticket>(ticketPath(id), { assignedTo: ids.secretary })).body,
    ).toMatchObject({ assignedTo: ids.secretary });
    expect((await as('pastor').get(ticketPath(id))).status).toBe(404);
    expect(await emails()).toContain(`secretary@grace.test: [Ticket #${id}] ${words.subject}`);
  });

  it('to external tickets is limited to admins and super administrators', async () => {
    for (const user of ['member', 'support', 'secretary', 'pastor'])
      expect(
        (await as(user).post('/api/support-tickets', { ...words, ticketType: 'external' })).status,
      ).toBe(403);
    const { id, ...ticket } = await open('admin', {
      ...words,
      ticketType: 'external',
      category: 'billing',
    });
    expect(id).toMatch(/^9\d{7}$/);
    expect(ticket).toMatchObject({
      ticketType: 'external',
      organizationName: null,
      creator: { firstName: 'Ann', lastName: 'Admin' },
    });
    for (const user of ['member', 'support', 'secretary', 'admin@hope.test', 'support@hope.test']) {
      const { status } = await as(user).get(ticketPath(id));
      expect({ who: user, status }).toEqual({ who: user, status: 404 });
    }
    expect(await list(superAdmin)).toMatchObject([
      {
        id,
        organizationName: 'Church grace',
        creator: { firstName: 'Ann', lastName: 'Admin' },
        isUnread: true,
      },
    ]);
    expect(await list('admin@hope.test')).toEqual([]);
    await say(id, 'second', 'We are in a hurry.');
    expect((await say(id, superAdmin, 'Your card has expired.')).body).toMatchObject({
      creator: { firstName: superAdmin },
      isAnswer: true,
    });
    await say(id, superAdmin, 'They never pay', true);
    await say(id, 'admin', 'They never listen', true);
    const readMessages = async (user: string) =>
      (await read(id, user)).map(({ message }) => message);
    expect(await readMessages('second')).toEqual([
      'We are in a hurry.',
      'Your card has expired.',
      'They never listen',
    ]);
    expect(await readMessages('helper@platform.test')).toEqual([
      'We are in a hurry.',
      'Your card has expired.',
      'They never pay',
    ]);
    expect((await read(id, 'admin')).at(1)).toMatchObject({
      creator: { firstName: 'Church Connect', lastName: 'Support' },
    });
    expect(await emails()).toEqual(
      [
        `admin@grace.test: [Ticket #${id}] ${words.subject}`,
        `admin@grace.test: [Ticket #${id}] ${words.subject}`,
        ...['helper@platform.test', 'helper@platform.test', superAdmin, superAdmin].map(
          (to) => `${to}: [Ticket #${id}] ${words.subject}`,
        ),
        `second@grace.test: [Ticket #${id}] ${words.subject}`,
      ].sort(),
    );
  });

  it('to external tickets lets the platform change them and open new ones', async () => {
    // This request does not name a church.
    expect((await as(superAdmin).post('/api/support-tickets', words)).status).toBe(400);
    expect(
      (
        await as(superAdmin).post('/api/support-tickets', {
          ...words,
          ticketType: 'internal',
          organizationId: grace,
        })
      ).status,
    ).toBe(403);
    expect(
      (
        await as('admin').post('/api/support-tickets', {
          ...words,
          ticketType: 'external',
          organizationId: '01a1fc63-f841-71e3-ad8c-fa6353f799cd',
        })
      ).status,
    ).toBe(404);
    const { id } = await open(superAdmin, { ...words, organizationId: grace });
    expect(await look(id, 'admin')).toMatchObject({
      ticketType: 'external',
      isWaiting: false,
      isUnread: true,
      creator: { firstName: 'Church Connect', lastName: 'Support' },
    });
    const people = (await as(superAdmin).get<TicketPerson[]>('/api/support-tickets/people')).body;
    expect(people.map(({ firstName }) => firstName)).toEqual(['helper@platform.test', superAdmin]);
    const assignedTo = people[0]!.id;
    expect((await as('admin').patch(ticketPath(id), { assignedTo })).status).toBe(403);
    expect(
      (await as(superAdmin).patch<Ticket>(ticketPath(id), { assignedTo, priority: 'high' })).body,
    ).toMatchObject({ assignee: { firstName: 'helper@platform.test' } });
    expect(await look(id, 'admin')).toMatchObject({
      priority: 'high',
      assignee: { firstName: 'Church Connect' },
    });
    await as(superAdmin).patch(ticketPath(id, '/resolve'));
    await say(id, 'second', 'Thank you.');
    expect(await look(id, superAdmin)).toMatchObject({
      status: 'resolved',
      firstAnsweredAt: expect.any(String) as unknown as string,
    });
    expect(
      (await as('admin').patch<Ticket>(ticketPath(id), { status: 'closed' })).body,
    ).toMatchObject({
      status: 'closed',
    });
  });

  it('is decided by `ticketRights`, also in lists and counts', async () => {
    const { id: donationId } = await give(as('admin'), ids.member!, { amount: 25 });
    const all = [
      await open('member'),
      await open('member', { ...words, donationId }),
      await open('secretary'),
      await open('pastor'),
      await open('admin', { ...words, ticketType: 'external' }),
      await open(superAdmin, { ...words, organizationId: grace }),
    ];
    for (const role of ['admin', 'pastor', 'secretary', 'support', 'member', 'owner'] as const) {
      const isOwner = role === 'owner';
      const actor = {
        id: isOwner ? 'none' : ids[role]!,
        role: isOwner ? ('member' as const) : role,
        isSuperAdmin: isOwner,
        organizationId: isOwner ? null : grace,
      };
      const visibleTickets = all
        .filter((ticket) => ticketRights(actor, ticket).see)
        .map(({ id }) => id)
        .sort();
      expect({
        role,
        seen: (await list(isOwner ? superAdmin : role)).map(({ id }) => id).sort(),
      }).toEqual({ role, seen: visibleTickets });
    }
  });

  it('is the same while the church is read-only', async () => {
    await app.database.asSuperuser(
      `update organization set is_paused = true where id = '${grace}'`,
    );
    try {
      const { id } = await open();
      expect((await say(id, 'support', 'We are here.')).status).toBe(201);
      expect(
        (await as('admin').post('/api/support-tickets/bulk', { ids: [id], status: 'resolved' }))
          .status,
      ).toBe(200);
      expect(
        (await as('admin').post('/api/support-tickets', { ...words, ticketType: 'external' }))
          .status,
      ).toBe(201);
      expect(
        (
          await as('admin').post('/api/sermons', {
            title: 'The vine',
            description: 'On staying where one grows',
          })
        ).status,
      ).toBe(403);
    } finally {
      await app.database.asSuperuser(
        `update organization set is_paused = false where id = '${grace}'`,
      );
    }
  });
});
