import { describe, expect, it } from '@jest/globals';
import {
  ticketRights,
  type Ticket,
  type TicketFigures,
  type TicketMessage,
  type TicketPerson,
} from '#libs/contracts';
import { everyPage, give } from '../../support/app.js';
import { queuedEmails } from '../../support/email/emails.js';
import {
  app,
  as,
  at,
  grace,
  ids,
  emails,
  list,
  look,
  open,
  owner,
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
  ])('is refused for %j', async (wrong, message) => {
    const answer = await as('member').post<{ message: string }>('/api/support-tickets', {
      ...words,
      ...wrong,
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

  it('gets any status from its creator and from users who answer it', async () => {
    const { id } = await open();
    for (const status of ['in_progress', 'closed', 'open'])
      expect((await as('member').patch<Ticket>(at(id), { status })).body).toMatchObject({
        status,
        resolvedAt: null,
      });
    expect((await as('support').patch<Ticket>(at(id, '/resolve'))).body).toMatchObject({
      status: 'resolved',
      resolvedBy: ids.support,
      resolvedAt: expect.any(String) as unknown as string,
    });
    expect((await as('support').patch<Ticket>(at(id), { status: 'closed' })).body).toMatchObject({
      status: 'closed',
      resolvedBy: ids.support,
    });
    expect((await as('support').patch(at(id), { status: 'gone' })).status).toBe(400);
    expect((await as('support').patch(at(id), {})).status).toBe(400);
  });

  it('is reopened by a message of its creator, but not of staff', async () => {
    const { id } = await open();
    await as('admin').patch(at(id, '/resolve'));
    await say(id, 'support', 'One more thing.');
    expect(await look(id, 'member')).toMatchObject({ status: 'resolved' });
    await say(id, 'member', 'It is dark again.');
    expect(await look(id, 'member')).toMatchObject({
      status: 'open',
      resolvedAt: null,
      resolvedBy: null,
      isWaiting: true,
    });
    await as('admin').patch(at(id), { status: 'closed' });
    await say(id, 'member', 'And again.');
    expect(await look(id, 'admin')).toMatchObject({ status: 'open' });
  });

  it('is assigned and prioritized by users who may answer it', async () => {
    const { id } = await open();
    for (const change of [{ assignedTo: ids.support }, { priority: 'urgent' }])
      expect((await as('member').patch(at(id), change)).status).toBe(403);
    expect((await as('support').patch(at(id), { assignedTo: ids.member })).status).toBe(400);
    expect((await as('support').patch(at(id), { assignedTo: ids.secretary })).status).toBe(400);
    expect(
      (await as('admin').patch<Ticket>(at(id), { assignedTo: ids.support, priority: 'urgent' }))
        .body,
    ).toMatchObject({
      assignedTo: ids.support,
      assignee: { firstName: 'Sam', lastName: 'Support' },
      priority: 'urgent',
    });
    expect(await emails()).toContain(`support@grace.test: [Ticket #${id}] ${words.subject}`);
    expect((await as('support').patch<Ticket>(at(id), { assignedTo: null })).body).toMatchObject({
      assignedTo: null,
      assignee: null,
    });
    expect(
      (await as('support').get<TicketPerson[]>('/api/support-tickets/people')).body.map(
        ({ firstName }) => firstName,
      ),
    ).toEqual(['Ann', 'Sam', 'Sue', 'Zoe']);
  });

  it('has no assignee anymore if the assignee may no longer answer it', async () => {
    const gift = await give(as('admin'), ids.member!, { amount: 25 });
    const [one, aboutGift] = [
      await open(),
      await open('member', { ...words, donationId: gift.id }),
    ];
    const unassigned = async () => ({
      list: (await list('admin', '?view=unassigned')).map(({ id }) => id),
      figure: (await as('admin').get<TicketFigures>('/api/support-tickets/figures')).body
        .unassigned,
    });
    await as('admin').patch(at(one.id), { assignedTo: ids.support });
    await as('admin').patch(at(aboutGift.id), { assignedTo: ids.secretary });
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
      expect({ change, ...(await unassigned()) }).toEqual({ change, list: [one.id], figure: 1 });
      expect(await look(one.id, 'member')).toMatchObject({ assignedTo: null, assignee: null });
      await app.database.asSuperuser(restore);
    }
    expect(await unassigned()).toEqual({ list: [], figure: 0 });
    const external = await open('admin', { ...words, ticketType: 'external' });
    const [helper] = (await as(owner).get<TicketPerson[]>('/api/support-tickets/people')).body;
    await as(owner).patch(at(external.id), { assignedTo: helper!.id });
    await app.database.asSuperuser(
      `update account set is_super_admin = false where id = '${helper!.id}'`,
    );
    try {
      expect(await list(owner, '?view=unassigned')).toMatchObject([
        { id: external.id, assignedTo: null },
      ]);
    } finally {
      await app.database.asSuperuser(
        `update account set is_super_admin = true where id = '${helper!.id}'`,
      );
    }
  });
});

describe('access to tickets (ruling 21)', () => {
  it('to an internal ticket is for its creator, support staff and admins', async () => {
    const { id } = await open();
    for (const who of ['member', 'support', 'admin', 'second'])
      expect((await as(who).get(at(id))).status).toBe(200);
    for (const who of [
      'other',
      'pastor',
      'secretary',
      'admin@hope.test',
      'support@hope.test',
      owner,
    ]) {
      const client = as(who);
      for (const rest of ['', '/messages', '/donation'])
        expect({ who, rest, status: (await client.get(at(id, rest))).status }).toEqual({
          who,
          rest,
          status: 404,
        });
      expect((await client.post(at(id, '/messages'), { message: 'Let me in' })).status).toBe(404);
      expect((await client.patch(at(id), { status: 'closed' })).status).toBe(404);
      expect((await client.patch(at(id, '/resolve'))).status).toBe(404);
      expect((await client.patch(at(id, '/seen'))).status).toBe(404);
      expect(await list(who)).toEqual([]);
      expect(await list(who, '?q=projector')).toEqual([]);
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

  it('to internal notes is for admins and support staff only', async () => {
    const { id } = await open();
    for (const who of ['member', 'support'])
      expect((await say(id, who, 'A note of mine', true)).status).toBe(403);
    await say(id, 'support', 'Is its lamp on?');
    const before = await look(id, 'member');
    const [listed] = await list('member');
    expect((await say(id, 'admin', 'He breaks everything, @Sam Support', true)).status).toBe(201);
    for (const who of ['admin', 'second', 'support'])
      expect((await read(id, who)).map(({ isInternal }) => isInternal)).toEqual([false, true]);
    expect((await read(id, 'member')).map(({ message }) => message)).toEqual(['Is its lamp on?']);
    // neither a time nor a mark nor a count moves for whoever must not know
    expect(await look(id, 'member')).toEqual(before);
    expect(await list('member')).toEqual([listed]);
    await as('member').patch(at(id, '/seen'), { upTo: (await read(id, 'member')).at(-1)!.id });
    await say(id, 'admin', 'Really everything', true);
    expect((await as('member').get('/api/support-tickets/count')).body).toEqual({ count: 0 });
    expect(await list('member', '?q=everything')).toEqual([]);
    expect(await look(id, 'second')).toMatchObject({ isUnread: true });
    // an email says that it is there, to whom it mentions
    const asked = await queuedEmails(app.database);
    expect(JSON.stringify(asked)).not.toContain('breaks everything');
    expect(
      asked
        .filter(({ paragraphs }) =>
          paragraphs.join(' ').includes('mentioned you in an internal note'),
        )
        .map(({ to }) => to),
    ).toEqual(['support@grace.test']);
  });

  it('to internal notes limits who can be mentioned in them', async () => {
    const { id } = await open();
    await say(id, 'admin', '@Hannah Brooks and @Sue Books should not hear of this', true);
    // of its opening
    expect(await emails()).toEqual([`support@grace.test: [Ticket #${id}] ${words.subject}`]);
  });

  it('to a question about a gift is for secretaries, too, without notes', async () => {
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
      (await as('secretary').patch<Ticket>(at(id), { assignedTo: ids.secretary })).body,
    ).toMatchObject({ assignedTo: ids.secretary });
    expect((await as('pastor').get(at(id))).status).toBe(404);
    expect(await emails()).toContain(`secretary@grace.test: [Ticket #${id}] ${words.subject}`);
  });

  it('to external tickets is for admins of the church and super administrators', async () => {
    for (const who of ['member', 'support', 'secretary', 'pastor'])
      expect(
        (await as(who).post('/api/support-tickets', { ...words, ticketType: 'external' })).status,
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
    for (const who of ['member', 'support', 'secretary', 'admin@hope.test', 'support@hope.test'])
      expect({ who, status: (await as(who).get(at(id))).status }).toEqual({ who, status: 404 });
    expect(await list(owner)).toMatchObject([
      {
        id,
        organizationName: 'Church grace',
        creator: { firstName: 'Ann', lastName: 'Admin' },
        isUnread: true,
      },
    ]);
    expect(await list('admin@hope.test')).toEqual([]);
    await say(id, 'second', 'We are in a hurry.');
    expect((await say(id, owner, 'Your card has expired.')).body).toMatchObject({
      creator: { firstName: owner },
      isAnswer: true,
    });
    await say(id, owner, 'They never pay', true);
    await say(id, 'admin', 'They never listen', true);
    const said = async (who: string) => (await read(id, who)).map(({ message }) => message);
    expect(await said('second')).toEqual([
      'We are in a hurry.',
      'Your card has expired.',
      'They never listen',
    ]);
    expect(await said('helper@platform.test')).toEqual([
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
        ...['helper@platform.test', 'helper@platform.test', owner, owner].map(
          (to) => `${to}: [Ticket #${id}] ${words.subject}`,
        ),
        `second@grace.test: [Ticket #${id}] ${words.subject}`,
      ].sort(),
    );
  });

  it('lets the platform assign, prioritize, settle and open external tickets', async () => {
    // to which church?
    expect((await as(owner).post('/api/support-tickets', words)).status).toBe(400);
    expect(
      (
        await as(owner).post('/api/support-tickets', {
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
    const { id } = await open(owner, { ...words, organizationId: grace });
    expect(await look(id, 'admin')).toMatchObject({
      ticketType: 'external',
      isWaiting: false,
      isUnread: true,
      creator: { firstName: 'Church Connect', lastName: 'Support' },
    });
    const people = (await as(owner).get<TicketPerson[]>('/api/support-tickets/people')).body;
    expect(people.map(({ firstName }) => firstName)).toEqual(['helper@platform.test', owner]);
    expect((await as('admin').patch(at(id), { assignedTo: people[0]!.id })).status).toBe(403);
    expect(
      (await as(owner).patch<Ticket>(at(id), { assignedTo: people[0]!.id, priority: 'high' })).body,
    ).toMatchObject({ assignee: { firstName: 'helper@platform.test' } });
    expect(await look(id, 'admin')).toMatchObject({
      priority: 'high',
      assignee: { firstName: 'Church Connect' },
    });
    await as(owner).patch(at(id, '/resolve'));
    await say(id, 'second', 'Thank you.');
    expect(await look(id, owner)).toMatchObject({
      status: 'resolved',
      firstAnsweredAt: expect.any(String) as unknown as string,
    });
    expect((await as('admin').patch<Ticket>(at(id), { status: 'closed' })).body).toMatchObject({
      status: 'closed',
    });
  });

  it('follows `ticketRights` in lists and counts, too', async () => {
    const { id: donationId } = await give(as('admin'), ids.member!, { amount: 25 });
    const all = [
      await open('member'),
      await open('member', { ...words, donationId }),
      await open('secretary'),
      await open('pastor'),
      await open('admin', { ...words, ticketType: 'external' }),
      await open(owner, { ...words, organizationId: grace }),
    ];
    for (const role of ['admin', 'pastor', 'secretary', 'support', 'member', 'owner'] as const) {
      const isOwner = role === 'owner';
      const actor = {
        id: isOwner ? 'none' : ids[role]!,
        role: isOwner ? ('member' as const) : role,
        isSuperAdmin: isOwner,
        organizationId: isOwner ? null : grace,
      };
      const seen = all
        .filter((one) => ticketRights(actor, one).see)
        .map(({ id }) => id)
        .sort();
      expect({
        role,
        seen: (await list(isOwner ? owner : role)).map(({ id }) => id).sort(),
      }).toEqual({ role, seen });
    }
  });

  it('stays the same while the church is read-only', async () => {
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
    for (const who of ['other', 'secretary', 'admin@hope.test', owner])
      expect((await as(who).get(address!)).status).toBe(404);
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
      (await say(external.id, 'admin', `@${owner} @nobody@platform.test @Zoe Second`)).body
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

describe('the list of tickets', () => {
  it('has views, filters, search and pages, the latest changes first', async () => {
    const made: Ticket[] = [];
    for (let n = 0; n < 6; n++)
      made.push(
        await open(n % 2 ? 'other' : 'member', {
          ...words,
          subject: `Number ${n}`,
          priority: n === 1 ? 'urgent' : 'low',
        }),
      );
    await as('support').patch(at(made[0]!.id), { assignedTo: ids.support });
    await as('support').patch(at(made[2]!.id, '/resolve'));
    await say(made[3]!.id, 'support', 'Soon.');
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
    const count = async (who: string) =>
      (await as(who).get<{ count: number }>('/api/support-tickets/count')).body.count;
    expect([await count('support'), await count('admin'), await count('member')]).toEqual([
      1, 1, 0,
    ]);
    await as('support').patch(at(id, '/seen'));
    expect([await count('support'), await count('admin')]).toEqual([0, 1]);
    await say(id, 'support', 'One.');
    const first = (await read(id, 'member'))[0]!;
    await say(id, 'support', 'Two.');
    expect(await count('member')).toBe(1);
    // the second came while the first was read
    await as('member').patch(at(id, '/seen'), { upTo: first.id });
    expect(await count('member')).toBe(1);
    await as('member').patch(at(id, '/seen'), { upTo: (await read(id, 'member'))[1]!.id });
    expect(await count('member')).toBe(0);
    await as('admin').patch(at(id), { status: 'closed' });
    expect(await count('admin')).toBe(0);
  });

  it('lets the user change several tickets at once, all or none', async () => {
    const [one, two] = [await open(), await open('other')];
    expect(
      (
        await as('support').post('/api/support-tickets/bulk', {
          ids: [one.id, two.id],
          assignedTo: ids.admin,
        })
      ).body,
    ).toEqual({ changed: 2 });
    expect(
      (
        await as('support').post('/api/support-tickets/bulk', {
          ids: [one.id, '12345678'],
          status: 'closed',
        })
      ).status,
    ).toBe(404);
    expect(
      (
        await as('support').post('/api/support-tickets/bulk', {
          ids: [one.id],
          assignedTo: ids.member,
        })
      ).status,
    ).toBe(400);
    expect(
      (await as('secretary').post('/api/support-tickets/bulk', { ids: [one.id], status: 'closed' }))
        .status,
    ).toBe(404);
    expect(await list('admin')).toMatchObject([
      { status: 'open', assignedTo: ids.admin },
      { status: 'open', assignedTo: ids.admin },
    ]);
  });

  it('lets the platform change tickets of several churches at once', async () => {
    const [one, two] = [
      await open('admin', { ...words, ticketType: 'external' }),
      await open('admin@hope.test', { ...words, ticketType: 'external' }),
    ];
    expect(
      (
        await as(owner).post('/api/support-tickets/bulk', {
          ids: [one.id, two.id],
          priority: 'urgent',
        })
      ).body,
    ).toEqual({ changed: 2 });
    await app.database.asSuperuser(`delete from jobs.job where name = 'mail'`);
    const before = await app.database.asSuperuser('select count(*) from audit_entry');
    expect(
      (
        await as(owner).post('/api/support-tickets/bulk', {
          ids: [one.id, two.id, '99999999'].sort(),
          status: 'closed',
        })
      ).status,
    ).toBe(404);
    expect(await list(owner)).toMatchObject([
      { status: 'open', priority: 'urgent' },
      { status: 'open', priority: 'urgent' },
    ]);
    expect(await app.database.asSuperuser('select count(*) from audit_entry')).toEqual(before);
  });

  it('stores one message for an Idempotency-Key, and encrypts the answer', async () => {
    const key = { 'idempotency-key': 'once' };
    const { id } = await open('admin', { ...words, ticketType: 'external' });
    const write = (who: string, message: string) =>
      as(who).post<TicketMessage>(at(id, '/messages'), { message }, key);
    const [first, second] = await Promise.all([
      write(owner, 'Your card has expired.'),
      write(owner, 'Your card has expired.'),
    ]);
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
    expect((await write(owner, 'Something else')).status).toBe(422);
    expect((await write('helper@platform.test', 'Another’s key')).status).toBe(201);
    expect((await read(id, owner)).map(({ message }) => message)).toEqual([
      'Your card has expired.',
      'Another’s key',
    ]);
    expect(
      JSON.stringify(await app.database.asSuperuser('select * from platform_idempotent_request')),
    ).not.toContain('card');
  });
});

describe('the limits for tickets', () => {
  it('refuse more than a day’s tickets, also at the same time', async () => {
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
