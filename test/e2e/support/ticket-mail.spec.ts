import { describe, expect, it } from '@jest/globals';
import type { Ticket } from '#libs/contracts';
import { answerMark } from '#libs/mail';
import { startApp } from '../../support/app.js';
import {
  answered,
  app,
  as,
  bring,
  email,
  newestEmailTo,
  open,
  read,
  say,
  secret,
  withInboundMail,
} from '../../support/email/inbound-mail.js';
import { waitForEmail, queuedEmails } from '../../support/email/emails.js';
import { picture } from '../../support/pictures.js';

withInboundMail();

describe('an email about a ticket', () => {
  it('contains the whole message and a reply address for each participant', async () => {
    const { id, replyTo } = await answered();
    expect(await newestEmailTo('member')).toMatchObject({
      from: 'Grace Church',
      subject: `[Ticket #${id}] The projector`,
      paragraphs: ['support Person (support staff) wrote:', 'Is its lamp on?', 'Please look.'],
      thread: `ticket-${id}`,
    });
    expect(replyTo).toMatch(/^ticket-[\da-z]+-[\da-f]{20}@reply\.example\.org$/);
    const came = await waitForEmail(app, 'member@grace.test', `[Ticket #${id}] The projector`);
    expect(came.text).toContain(`${answerMark}\n\nDear member,`);
    expect(came.replyTo).toMatchObject([{ address: replyTo }]);
    expect(came.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
    const others = await queuedEmails(app.database);
    expect(new Set(others.map((one) => one.replyTo)).size).toBe(2); // the desk's email has another
    await say(id, 'support', 'And?');
    expect((await newestEmailTo('member')).replyTo).toBe(replyTo);
  });

  it('contains the role of the author after the name', async () => {
    const named = (who: string, firstName: string, lastName: string) =>
      as(who).put('/api/auth/profile', { firstName, lastName });
    try {
      await named('member', 'Church Connect', 'Support');
      const id = await open();
      const line = async (to: string) => (await newestEmailTo(to)).paragraphs[0];
      expect(await line('support')).toBe(
        'A new ticket from Church Connect Support (member): “The projector”',
      );
      await say(id, 'admin', 'Hello.');
      expect(await line('member')).toBe('admin Person (administrator) wrote:');
      await say(id, 'admin', 'Look, @support Person', true);
      expect(await line('support')).toMatch(/^admin Person \(administrator\) has mentioned you/);
      await named('admin', 'Church Connect', 'Support');
      const external = await open('admin', { ticketType: 'external' });
      expect(await line('owner@platform.test')).toBe(
        'A new ticket from Church Connect Support (administrator, Grace Church): “The projector”',
      );
      await say(external, 'owner@platform.test', 'We are looking.');
      expect(await line('admin')).toBe('Church Connect Support (platform staff) wrote:');
    } finally {
      await named('member', 'member', 'Person');
      await named('admin', 'admin', 'Person');
    }
  });

  it('contains neither the text of an internal note nor a reply address', async () => {
    const { id } = await answered();
    await say(id, 'admin', 'He breaks everything, @support Person', true);
    const told = await newestEmailTo('support');
    expect(told).not.toHaveProperty('replyTo');
    expect(JSON.stringify(told)).not.toContain('breaks');
  });
});

describe('an answer by email', () => {
  it('becomes a public message with its quotation, and is sent to others', async () => {
    const { id, replyTo } = await answered();
    const text = `It is the lamp.\r\nWhere do I find one?\r\n\r\nOn Sun, Nov 22, 2026 at 10:00 AM Grace Church <no-reply@church.example> wrote:\r\n\r\n> ${answerMark}\r\n> Dear member,\r\n> Is its lamp on?\r\n`;
    expect((await bring(email(replyTo, { text }))).status).toBe(202);
    const messages = await read(id);
    expect(messages).toMatchObject([
      { via: 'portal' },
      {
        message: 'It is the lamp.\nWhere do I find one?',
        via: 'email',
        isInternal: false,
        isAnswer: false,
        creator: { firstName: 'member' },
      },
    ]);
    expect(messages[1]!.quoted).toContain('Is its lamp on?');
    expect((await newestEmailTo('support')).paragraphs).toEqual([
      'member Person (member) wrote:',
      'It is the lamp.\nWhere do I find one?',
    ]);
    expect((await as('support').get<Ticket>(`/api/support-tickets/${id}`)).body).toMatchObject({
      isWaiting: true,
      isUnread: true,
    });
  });

  it('is accepted from staff and from super administrators', async () => {
    const id = await open();
    const desk = (await newestEmailTo('support')).replyTo!;
    await bring(email(desk, { from: 'support@grace.test', text: 'Look at the lamp.' }));
    expect(await read(id, 'member')).toMatchObject([
      { message: 'Look at the lamp.', isAnswer: true, via: 'email' },
    ]);
    const external = await open('admin', { ticketType: 'external' });
    const { replyTo } = await newestEmailTo('owner@platform.test');
    await bring(email(replyTo!, { from: 'owner@platform.test', text: 'We are looking.' }));
    expect(await read(external, 'admin')).toMatchObject([
      { message: 'We are looking.', isAnswer: true, creator: { firstName: 'Church Connect' } },
    ]);
  });

  it('reopens a settled ticket within thirty days', async () => {
    const { id, replyTo } = await answered();
    await as('support').patch(`/api/support-tickets/${id}`, { status: 'closed' });
    await bring(email(replyTo));
    expect((await as('member').get<Ticket>(`/api/support-tickets/${id}`)).body.status).toBe('open');
    await as('support').patch(`/api/support-tickets/${id}/resolve`);
    await app.database.asSuperuser(`update ticket set ended_at = now() - interval '31 days'`);
    expect((await bring(email(replyTo))).status).toBe(202);
    expect((await as('member').get<Ticket>(`/api/support-tickets/${id}`)).body.status).toBe(
      'resolved',
    );
    expect(await read(id)).toHaveLength(2);
  });

  it('is assigned to the reply address of its sender if sent to all', async () => {
    const { id, replyTo } = await answered();
    const desk = (await queuedEmails(app.database, 'support@grace.test')).at(-1)!.replyTo!;
    await bring(email(desk, { headers: { Cc: replyTo } }));
    expect(await read(id)).toMatchObject([{}, { via: 'email', creator: { firstName: 'member' } }]);
  });

  it('becomes one message if it arrives again, also at the same time', async () => {
    const { id, replyTo } = await answered();
    const raw = email(replyTo);
    expect(
      (await Promise.all(Array.from({ length: 6 }, () => bring(raw)))).map(({ status }) => status),
    ).toEqual([202, 202, 202, 202, 202, 202]);
    expect(await read(id)).toHaveLength(2);
  });

  it('has its attachments, if tickets can have them', async () => {
    const { id, replyTo } = await answered();
    const png = await picture(40, 40).png().toBuffer();
    const part = (name: string, type: string, bytes: Buffer) => [
      `--cut`,
      `Content-Type: ${type}`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      bytes.toString('base64'),
    ];
    const raw = [
      ...email(replyTo).split('\r\n').slice(0, 4),
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=cut',
      '',
      '--cut',
      'Content-Type: text/plain',
      '',
      'See here.',
      ...part('lamp.png', 'image/png', png),
      ...part('run.png', 'image/png', Buffer.from('MZ\x90\x00 not a picture at all\x00')),
      '--cut--',
      '',
    ].join('\r\n');
    await bring(raw);
    const [, message] = await read(id);
    expect(message).toMatchObject({
      message: 'See here.\n\n(The attachment “run.png” could not be taken.)',
      attachments: [expect.stringMatching(/lamp\.png$/)],
    });
    expect((await as('support').get(message!.attachments[0]!)).headers.get('content-type')).toBe(
      'image/png',
    );
    expect((await as('other').get(message!.attachments[0]!)).status).toBe(404);
  });

  it('has the pictures within its text, but not those of a signature', async () => {
    const { id, replyTo } = await answered();
    const png = (await picture(40, 40).png().toBuffer()).toString('base64');
    const part = (rest: string[]) => [
      '--cut',
      'Content-Type: image/png',
      'Content-Transfer-Encoding: base64',
      ...rest,
      '',
      png,
    ];
    const mixed = (type: string, ...parts: string[][]) =>
      [
        ...email(replyTo).split('\r\n').slice(0, 4),
        'MIME-Version: 1.0',
        `Content-Type: ${type}; boundary=cut`,
        '',
        '--cut',
        'Content-Type: text/plain',
        '',
        'See here.',
        ...parts.flat(),
        '--cut--',
        '',
      ].join('\r\n');
    await bring(
      mixed('multipart/mixed', part(['Content-Disposition: inline; filename=IMG_0001.png'])),
    );
    await bring(
      mixed(
        'multipart/related',
        part(['Content-Disposition: inline; filename=logo.png', 'Content-ID: <logo@mail>']),
      ),
    );
    expect((await read(id)).slice(1).map(({ attachments }) => attachments.length)).toEqual([1, 0]);
  });

  it('with many attachments and odd names is accepted, and stays short', async () => {
    const { id, replyTo } = await answered();
    const part = (name: string) => [
      '--cut',
      'Content-Type: application/octet-stream',
      `Content-Disposition: attachment; filename*=utf-8''${name}`,
      '',
      'MZ',
    ];
    const raw = [
      ...email(replyTo).split('\r\n').slice(0, 4),
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=cut',
      '',
      '--cut',
      'Content-Type: text/plain',
      '',
      'See here.',
      ...part('a%00b%0Ac.exe'),
      ...Array.from({ length: 300 }, (_, n) => part(`${n}${'x'.repeat(90)}.exe`)).flat(),
      '--cut--',
      '',
    ].join('\r\n');
    expect((await bring(raw)).status).toBe(202);
    const [, message] = await read(id);
    expect(message!.message).toContain('(The attachment “a b c.exe” could not be taken.)');
    expect(message!.message).toContain('(296 more attachments could not be taken.)');
    expect(message!.message.length).toBeLessThan(1_000);
  });

  it('becomes text if it is HTML, without running or loading anything', async () => {
    const { id, replyTo } = await answered();
    await bring(
      email(replyTo, {
        html:
          '<p>It is <b>the lamp</b>.</p><script>alert(1)</script><img ' +
          'src="https://spy.example/x.png" onerror="alert(1)"><style>p{color:red}</style>',
      }),
    );
    const [, message] = await read(id);
    expect(message!.message).toContain('It is the lamp.');
    expect(message!.message).not.toMatch(/alert|color|spy\.example|</);
  });
});

describe('an email that is not accepted', () => {
  it('gets 401 without the secret, before its bytes are read', async () => {
    const { id, replyTo } = await answered();
    for (const authorization of ['', 'Bearer', 'Bearer of nobody', secret])
      expect((await bring(email(replyTo), authorization)).status).toBe(401);
    expect((await bring(Buffer.alloc(2 * 1024 * 1024, 'x'), 'Bearer of nobody')).status).toBe(401);
    expect(await read(id)).toHaveLength(1);
  });

  it.each([
    ['empty lines', 'text/plain', '\n'],
    ['tags', 'text/html', '<div>'],
  ])('is not read if it is from a stranger: 24 MB of %s', async (_what, type, one) => {
    const long = (text: string) =>
      `From: <stranger@example.org>\r\nTo: <nobody@reply.example.org>\r\nContent-Type: ${type}\r\n\r\n${text.repeat((24 * 1024 * 1024) / text.length)}`;
    const takes = async (raw: string) => {
      const begun = performance.now();
      expect((await bring(raw)).status).toBe(202);
      return performance.now() - begun;
    };
    // read, empty lines take forty times as long as the same bytes in one line
    const inOneLine = (await takes(long('x'))) + (await takes(long('x')));
    expect(await takes(long(one))).toBeLessThan(4 * inOneLine);
  });

  it.each<[string, Record<string, string>]>([
    ['an answer of a machine', { 'Auto-Submitted': 'auto-replied' }],
    ['an answer of a machine, with a comment', { 'Auto-Submitted': 'auto-generated; owner=x' }],
    ['a vacation notice of old', { Precedence: 'bulk' }],
    ['a mailing list', { 'List-Id': '<people.example.org>' }],
    ['a bounce', { 'Return-Path': '<>' }],
  ])('is automatic, so that programs do not answer each other: %s', async (_what, headers) => {
    const { id, replyTo } = await answered();
    expect((await bring(email(replyTo, { headers }))).status).toBe(202);
    expect(await read(id)).toHaveLength(1);
  });

  it('is our own email that returns', async () => {
    const { id, replyTo } = await answered();
    const own = await waitForEmail(app, 'member@grace.test', `[Ticket #${id}] The projector`);
    await bring(
      email(replyTo, { text: own.text!, headers: { 'Auto-Submitted': 'auto-generated' } }),
    );
    await bring(email(replyTo, { text: own.text! }));
    expect(await read(id)).toHaveLength(1);
  });

  it('has a forged, foreign or old reply address', async () => {
    const { id, replyTo } = await answered();
    const mine = (await queuedEmails(app.database, 'support@grace.test')).at(-1)!.replyTo!;
    const [, key, signature] = /^ticket-(\w+)-(\w+)@/.exec(replyTo)!;
    const flipped = `${signature!.startsWith('0') ? '1' : '0'}${signature!.slice(1)}`;
    for (const to of [
      `ticket-${key}-${flipped}@reply.example.org`,
      `ticket-${key}-${signature}@elsewhere.example`,
      `ticket-zzzzzzzzzzzzz-${signature}@reply.example.org`,
      `ticket-${id}@reply.example.org`,
      mine,
      'nobody@reply.example.org',
    ]) {
      expect((await bring(email(to))).status).toBe(202);
    }
    for (const from of [
      'other@grace.test',
      'member@grace.test, other@grace.test',
      '"member@grace.test" <evil@example.org>',
      '',
      'evil@example.org\r\nFrom: member@grace.test',
      'member@grace.test\r\nFrom: evil@example.org',
    ])
      await bring(email(replyTo, { from }));
    expect(await read(id)).toHaveLength(1);
  });

  it('is from a user who may no longer see the ticket', async () => {
    const { id, replyTo } = await answered();
    const desk = (await queuedEmails(app.database, 'support@grace.test')).at(-1)!.replyTo!;
    const set = (sql: string, email: string) =>
      app.database.asSuperuser(`update app_user set ${sql} where email = '${email}@grace.test'`);
    try {
      await set(`role = 'member'`, 'support');
      await bring(email(desk, { from: 'support@grace.test' }));
      for (const [wrong, right] of [
        ['is_suspended = true', 'is_suspended = false'],
        ['email_verified = false', 'email_verified = true'],
        ['removed_at = now()', 'removed_at = null'],
        ['is_approved = false', 'is_approved = true'],
      ] as const) {
        await set(wrong, 'member');
        expect((await bring(email(replyTo))).status).toBe(202);
        await set(right, 'member');
      }
    } finally {
      await set(`role = 'support'`, 'support');
    }
    expect(await read(id)).toHaveLength(1);
  });

  it('is empty, no email, or one of more than twenty in an hour', async () => {
    const { id, replyTo } = await answered();
    for (const raw of ['', 'x', '\0\0\0', email(replyTo, { text: '  \r\n ' })])
      expect((await bring(raw)).status).toBe(202);
    for (let n = 0; n < 22; n++) await bring(email(replyTo));
    expect((await read(id)).length).toBeLessThanOrEqual(21);
  });

  it('cannot write notes, change a status, or open a ticket', async () => {
    const { id, replyTo } = await answered();
    await bring(
      email(replyTo, {
        text: 'isInternal: true\nstatus: closed',
        headers: { 'X-Internal': 'true' },
      }),
    );
    expect((await read(id)).at(-1)).toMatchObject({ isInternal: false });
    expect((await as('member').get<Ticket[]>('/api/support-tickets')).body).toHaveLength(1);
  });
});

describe('the program without INBOUND_MAIL_DOMAIN', () => {
  it('sends emails without reply addresses, and accepts no answers', async () => {
    const quiet = await startApp();
    try {
      const church = await quiet.church('grace');
      for (const role of ['support', 'member'] as const)
        await quiet.person(church, { email: `${role}@grace.test`, role });
      await quiet.as('member@grace.test').post('/api/support-tickets', {
        subject: 'The projector',
        description: 'It stays dark on Sundays.',
      });
      const [told] = await queuedEmails(quiet.database);
      expect(told).not.toHaveProperty('replyTo');
      expect(told!.notes).toEqual([
        'Please answer in the portal: letters to this address are not read.',
      ]);
      expect(
        (
          await quiet.visitor.send('POST', '/api/mail/inbound', email('x@reply.example.org'), {
            authorization: 'Bearer undefined',
          })
        ).status,
      ).toBe(401);
    } finally {
      await quiet.close();
    }
  });
});
