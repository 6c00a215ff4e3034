import { describe, expect, it } from '@jest/globals';
import { type Ticket, type TicketFigures, type TicketPerson } from '#libs/contracts';
import { give } from '../../support/app.js';
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

describe('a ticket', () => {
  it('is opened with the specified defaults, and answered by support staff', async () => {
    const answer = await as('member').post<Ticket>('/api/support-tickets', words);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      ...words,
      priority: 'medium',
      category: 'general',
      ticketType: 'internal',
      status: 'open',
      organizationId: grace,
      organizationName: null,
      createdBy: ids.member,
      creator: { firstName: 'Hannah', lastName: 'Brooks' },
      assignedTo: null,
      assignee: null,
      resolvedAt: null,
      resolvedBy: null,
      firstAnsweredAt: null,
      isWaiting: true,
      aboutGift: false,
      isUnread: false,
      attachments: [],
    });
    expect(answer.body.id).toMatch(/^[1-8]\d{7}$/);
    const { id } = answer.body;
    expect((await say(id, 'support', 'Is its lamp on?')).body).toMatchObject({
      ticketId: id,
      message: 'Is its lamp on?',
      isInternal: false,
      isAnswer: true,
      via: 'portal',
      quoted: null,
      creator: { firstName: 'Sam', lastName: 'Support' },
      attachments: [],
    });
    expect(await look(id, 'member')).toMatchObject({
      isWaiting: false,
      isUnread: true,
      firstAnsweredAt: expect.any(String) as unknown as string,
    });
    await say(id, 'member', 'No.');
    expect((await read(id, 'member')).map(({ message, isAnswer }) => [message, isAnswer])).toEqual([
      ['Is its lamp on?', true],
      ['No.', false],
    ]);
    expect(await look(id, 'support')).toMatchObject({ isWaiting: true, isUnread: true });
  });

  it.each([
    [{ subject: 'ab' }, 'Subject must be at least 3 characters'],
    [{ description: 'too short' }, 'Description must be at least 10 characters'],
    [{ description: '          ' }, 'Description must be at least 10 characters'],
    [{ priority: 'now' }, null],
    [{ category: 'gossip' }, null],
    [{ status: 'closed' }, null],
    [{ subject: 'a\0bc' }, null],
  ])('is refused for %j', async (invalidFields, message) => {
    const answer = await as('member').post<{ message: string }>('/api/support-tickets', {
      ...words,
      ...invalidFields,
    });
    expect(answer.status).toBe(400);
    if (message) expect(answer.body.message).toBe(message);
    expect(await list('admin')).toEqual([]);
  });

  it('accepts no empty, blank or very long message', async () => {
    const { id } = await open();
    for (const message of ['', '  \n ', 'x'.repeat(10_001)])
      expect((await say(id, 'member', message)).status).toBe(400);
    expect((await say(id, 'member', 'x'.repeat(1024 * 1024))).status).toBe(413);
    expect(await read(id, 'member')).toEqual([]);
  });

  it('can get any status from its creator and from users who may answer it', async () => {
    const { id } = await open();
    for (const status of ['in_progress', 'closed', 'open'])
      expect((await as('member').patch<Ticket>(ticketPath(id), { status })).body).toMatchObject({
        status,
        resolvedAt: null,
      });
    expect((await as('support').patch<Ticket>(ticketPath(id, '/resolve'))).body).toMatchObject({
      status: 'resolved',
      resolvedBy: ids.support,
      resolvedAt: expect.any(String) as unknown as string,
    });
    expect(
      (await as('support').patch<Ticket>(ticketPath(id), { status: 'closed' })).body,
    ).toMatchObject({
      status: 'closed',
      resolvedBy: ids.support,
    });
    expect((await as('support').patch(ticketPath(id), { status: 'gone' })).status).toBe(400);
    expect((await as('support').patch(ticketPath(id), {})).status).toBe(400);
  });

  it('is reopened by a message of its creator, but not by one of staff', async () => {
    const { id } = await open();
    await as('admin').patch(ticketPath(id, '/resolve'));
    await say(id, 'support', 'One more thing.');
    expect(await look(id, 'member')).toMatchObject({ status: 'resolved' });
    await say(id, 'member', 'It is dark again.');
    expect(await look(id, 'member')).toMatchObject({
      status: 'open',
      resolvedAt: null,
      resolvedBy: null,
      isWaiting: true,
    });
    await as('admin').patch(ticketPath(id), { status: 'closed' });
    await say(id, 'member', 'And again.');
    expect(await look(id, 'admin')).toMatchObject({ status: 'open' });
  });

  it('is assigned and prioritized by users who may answer it', async () => {
    const { id } = await open();
    for (const change of [{ assignedTo: ids.support }, { priority: 'urgent' }])
      expect((await as('member').patch(ticketPath(id), change)).status).toBe(403);
    expect((await as('support').patch(ticketPath(id), { assignedTo: ids.member })).status).toBe(
      400,
    );
    expect((await as('support').patch(ticketPath(id), { assignedTo: ids.secretary })).status).toBe(
      400,
    );
    expect(
      (
        await as('admin').patch<Ticket>(ticketPath(id), {
          assignedTo: ids.support,
          priority: 'urgent',
        })
      ).body,
    ).toMatchObject({
      assignedTo: ids.support,
      assignee: { firstName: 'Sam', lastName: 'Support' },
      priority: 'urgent',
    });
    expect(await emails()).toContain(`support@grace.test: [Ticket #${id}] ${words.subject}`);
    expect(
      (await as('support').patch<Ticket>(ticketPath(id), { assignedTo: null })).body,
    ).toMatchObject({
      assignedTo: null,
      assignee: null,
    });
    expect(
      (await as('support').get<TicketPerson[]>('/api/support-tickets/people')).body.map(
        ({ firstName }) => firstName,
      ),
    ).toEqual(['Ann', 'Sam', 'Sue', 'Zoe']);
  });

  it('has no assignee as soon as the assignee may no longer answer it', async () => {
    const gift = await give(as('admin'), ids.member!, { amount: 25 });
    const [ticket, aboutGift] = [
      await open(),
      await open('member', { ...words, donationId: gift.id }),
    ];
    const unassigned = async () => ({
      list: (await list('admin', '?view=unassigned')).map(({ id }) => id),
      figure: (await as('admin').get<TicketFigures>('/api/support-tickets/figures')).body
        .unassigned,
    });
    await as('admin').patch(ticketPath(ticket.id), { assignedTo: ids.support });
    await as('admin').patch(ticketPath(aboutGift.id), { assignedTo: ids.secretary });
    expect(await unassigned()).toEqual({ list: [], figure: 0 });
    for (const change of [
      `role = 'member'`,
      'is_suspended = true',
      'is_approved = false',
      'removed_at = now()',
    ]) {
      const restore = `update app_user set role = 'support', is_suspended = false,
         is_approved = true, removed_at = null where id = '${ids.support}'`;
      await app.database.asSuperuser(`update app_user set ${change} where id = '${ids.support}'`);
      expect({ change, ...(await unassigned()) }).toEqual({ change, list: [ticket.id], figure: 1 });
      expect(await look(ticket.id, 'member')).toMatchObject({ assignedTo: null, assignee: null });
      await app.database.asSuperuser(restore);
    }
    expect(await unassigned()).toEqual({ list: [], figure: 0 });
    const external = await open('admin', { ...words, ticketType: 'external' });
    const [helper] = (await as(superAdmin).get<TicketPerson[]>('/api/support-tickets/people')).body;
    await as(superAdmin).patch(ticketPath(external.id), { assignedTo: helper!.id });
    await app.database.asSuperuser(
      `update account set is_super_admin = false where id = '${helper!.id}'`,
    );
    try {
      expect(await list(superAdmin, '?view=unassigned')).toMatchObject([
        { id: external.id, assignedTo: null },
      ]);
    } finally {
      await app.database.asSuperuser(
        `update account set is_super_admin = true where id = '${helper!.id}'`,
      );
    }
  });
});

describe('a file that is attached', () => {
  it('can be read with its ticket or message, whatever its name is', async () => {
    const name = `${'é'.repeat(190)} #1.txt`;
    const [bytes, tus] = [Buffer.from('The lamp says E7.'), { 'tus-resumable': '1.0.0' }];
    const begun = await as('member').send('POST', '/api/uploads', undefined, {
      ...tus,
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')},use dGlja2V0`,
    });
    const upload = begun.headers.get('location')!;
    await as('member').send('PATCH', upload, bytes, {
      ...tus,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    });
    const {
      attachments: [address],
    } = await open('member', { ...words, attachments: [upload.split('/').at(-1)!] });
    expect((await as('support').get(address!)).text).toBe('The lamp says E7.');
    for (const user of ['other', 'secretary', 'admin@hope.test', superAdmin])
      expect((await as(user).get(address!)).status).toBe(404);
  });
});

describe('a message in a ticket', () => {
  it('mentions users if its author may mention them', async () => {
    const { id } = await open();
    await say(id, 'support', 'We are on it.');
    await app.database.asSuperuser(`delete from jobs.job where name = 'mail'`);
    expect((await say(id, 'member', '@Ann Admin @Zoe Second come here')).body.mentions).toEqual([]);
    expect(await emails()).toEqual([`support@grace.test: [Ticket #${id}] ${words.subject}`]);
    expect(
      (
        await say(
          id,
          'support',
          'Not @Ann Administrator, nor me@zoe second, but (@Sue Books), @ann admin.',
        )
      ).body.mentions,
    ).toEqual(['Ann Admin']);
    const external = await open('admin', { ...words, ticketType: 'external' });
    expect(
      (await say(external.id, 'admin', `@${superAdmin} @nobody@platform.test @Zoe Second`)).body
        .mentions,
    ).toEqual(['Zoe Second']);
  });

  it('is sent by email if it is one of the first forty of a day', async () => {
    const { id } = await open();
    for (let n = 0; n < 50; n++) expect((await say(id, 'member', `And ${n}`)).status).toBe(201);
    expect(await emails()).toHaveLength(1 + 40);
    expect(await look(id, 'support')).toMatchObject({ isUnread: true, isWaiting: true });
    await say(id, 'support', 'One at a time, please.');
    expect((await emails()).at(0)).toContain('member@grace.test');
  });
});

describe('the limits for tickets', () => {
  it('refuse too many tickets in a day, even in simultaneous requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => as('other').post('/api/support-tickets', words)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.find(({ status }) => status === 429)?.text).toContain(
      'You have written 20 tickets today.',
    );
    for (let n = 0; n < 21; n++)
      expect((await as('support').post('/api/support-tickets', words)).status).toBe(201);
  });
});
