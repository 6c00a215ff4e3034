import { describe, expect, it } from '@jest/globals';
import type { Ticket } from '#libs/contracts';
import { answerMark } from '#libs/mail';
import {
  answered,
  app,
  as,
  deliverEmail,
  email,
  inboundEmailWithParts,
  newestEmailTo,
  open,
  read,
  withInboundMail,
} from '../../support/email/inbound-mail.js';
import { queuedEmails } from '../../support/email/emails.js';
import { picture } from '../../support/pictures.js';

withInboundMail();

/** Composes an email of the member with a short text and further parts. */
const emailWithParts = (replyTo: string, type: string, ...parts: string[]) =>
  inboundEmailWithParts(
    replyTo,
    `${type}; boundary=cut`,
    '--cut',
    'Content-Type: text/plain',
    '',
    'See here.',
    ...parts,
    '--cut--',
  );

describe('an answer by email', () => {
  it('becomes a public message with its quotation, and is sent to other participants', async () => {
    const { id, replyTo } = await answered();
    const text =
      `It is the lamp.\r\nWhere do I find one?\r\n\r\nOn Sun, Nov 22, 2026 at 10:00 ` +
      `AM Grace Church <no-reply@church.example> wrote:\r\n\r\n> ${answerMark}\r\n> Dear ` +
      `member,\r\n> Is its lamp on?\r\n`;
    expect((await deliverEmail(email(replyTo, { text }))).status).toBe(202);
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
    await deliverEmail(email(desk, { from: 'support@grace.test', text: 'Look at the lamp.' }));
    expect(await read(id, 'member')).toMatchObject([
      { message: 'Look at the lamp.', isAnswer: true, via: 'email' },
    ]);
    const external = await open('admin', { ticketType: 'external' });
    const { replyTo } = await newestEmailTo('owner@platform.test');
    await deliverEmail(email(replyTo!, { from: 'owner@platform.test', text: 'We are looking.' }));
    expect(await read(external, 'admin')).toMatchObject([
      { message: 'We are looking.', isAnswer: true, creator: { firstName: 'Church Connect' } },
    ]);
  });

  it('reopens a resolved or closed ticket within thirty days', async () => {
    const { id, replyTo } = await answered();
    await as('support').patch(`/api/support-tickets/${id}`, { status: 'closed' });
    await deliverEmail(email(replyTo));
    expect((await as('member').get<Ticket>(`/api/support-tickets/${id}`)).body.status).toBe('open');
    await as('support').patch(`/api/support-tickets/${id}/resolve`);
    await app.database.asSuperuser(`update ticket set ended_at = now() - interval '31 days'`);
    expect((await deliverEmail(email(replyTo))).status).toBe(202);
    expect((await as('member').get<Ticket>(`/api/support-tickets/${id}`)).body.status).toBe(
      'resolved',
    );
    expect(await read(id)).toHaveLength(2);
  });

  it('belongs to the reply address of its sender if it is sent to several addresses', async () => {
    const { id, replyTo } = await answered();
    const desk = (await queuedEmails(app.database, 'support@grace.test')).at(-1)!.replyTo!;
    await deliverEmail(email(desk, { headers: { Cc: replyTo } }));
    expect(await read(id)).toMatchObject([{}, { via: 'email', creator: { firstName: 'member' } }]);
  });

  it('becomes one message if it arrives several times, even at the same time', async () => {
    const { id, replyTo } = await answered();
    const raw = email(replyTo);
    expect(
      (await Promise.all(Array.from({ length: 6 }, () => deliverEmail(raw)))).map(
        ({ status }) => status,
      ),
    ).toEqual([202, 202, 202, 202, 202, 202]);
    expect(await read(id)).toHaveLength(2);
  });

  it('has attachments of allowed types, and names the others in its text', async () => {
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
    const raw = emailWithParts(
      replyTo,
      'multipart/mixed',
      ...part('lamp.png', 'image/png', png),
      ...part('run.png', 'image/png', Buffer.from('MZ\x90\x00 not a picture at all\x00')),
    );
    await deliverEmail(raw);
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
    const part = (lines: string[]) => [
      '--cut',
      'Content-Type: image/png',
      'Content-Transfer-Encoding: base64',
      ...lines,
      '',
      png,
    ];
    await deliverEmail(
      emailWithParts(
        replyTo,
        'multipart/mixed',
        ...part(['Content-Disposition: inline; filename=IMG_0001.png']),
      ),
    );
    await deliverEmail(
      emailWithParts(
        replyTo,
        'multipart/related',
        ...part(['Content-Disposition: inline; filename=logo.png', 'Content-ID: <logo@mail>']),
      ),
    );
    expect((await read(id)).slice(1).map(({ attachments }) => attachments.length)).toEqual([1, 0]);
  });

  it('names only a few of many refused attachments, so that its text stays short', async () => {
    const { id, replyTo } = await answered();
    const part = (name: string) => [
      '--cut',
      'Content-Type: application/octet-stream',
      `Content-Disposition: attachment; filename*=utf-8''${name}`,
      '',
      'MZ',
    ];
    const raw = emailWithParts(
      replyTo,
      'multipart/mixed',
      ...part('a%00b%0Ac.exe'),
      ...Array.from({ length: 300 }, (_, n) => part(`${n}${'x'.repeat(90)}.exe`)).flat(),
    );
    expect((await deliverEmail(raw)).status).toBe(202);
    const [, message] = await read(id);
    expect(message!.message).toContain('(The attachment “a b c.exe” could not be taken.)');
    expect(message!.message).toContain('(296 more attachments could not be taken.)');
    expect(message!.message.length).toBeLessThan(1_000);
  });

  it('becomes text if it is HTML, without running or loading anything', async () => {
    const { id, replyTo } = await answered();
    await deliverEmail(
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
