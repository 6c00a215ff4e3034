import { describe, expect, it } from '@jest/globals';
import type { Ticket } from '#libs/contracts';
import {
  answered,
  app,
  as,
  deliverEmail,
  email,
  newestEmailTo,
  inboundEmailWithParts,
  open,
  read,
  refusalOf,
  say,
  withInboundMail,
} from '../../support/email/inbound-mail.js';
import { answerForms, head, withQuoteSign } from '../../support/email/answer-forms.js';
import { waitForEmail, queuedEmails } from '../../support/email/emails.js';
import { picture } from '../../support/pictures.js';

withInboundMail();

const statusOf = async (id: string) =>
  (await as('support').get<Ticket>(`/api/support-tickets/${id}`)).body.status;
const lastOf = async (id: string) => (await read(id)).at(-1)!;

/** Returns the names of the attachments of the last message in a ticket. */
const filesOf = async (id: string) =>
  (await lastOf(id)).attachments.map((address) => decodeURIComponent(address.split('/').at(-1)!));

describe('the new text of an answer', () => {
  it.each(answerForms)('is separated from the quotation: %s', async (_title, form) => {
    const { id, replyTo } = await answered();
    const answeredEmail = await waitForEmail(
      app,
      'member@grace.test',
      `[Ticket #${id}] The projector`,
    );
    const { text, html } = form({
      text: answeredEmail.text!.replaceAll('\r\n', '\n'),
      html: answeredEmail.html!,
    });
    await deliverEmail(email(replyTo, { ...(text ? { text } : {}), html: html ?? null }));
    const message = await lastOf(id);
    expect(message.message).toBe('Hi Ruth,\n\nit is not.');
    expect(message.quoted).toContain('Is its lamp on?');
  });

  it('is separated from the quotation of the whole conversation', async () => {
    const { id, replyTo } = await answered();
    await deliverEmail(email(replyTo, { text: 'No.\nIs the fuse all right?' }));
    await say(id, 'support', 'Which color has the small window?');
    const first = withQuoteSign('Is its lamp on?\n\nPlease look.');
    const quoted =
      `member Person (member) wrote:\n\nNo.\nIs the fuse all ` +
      `right?\n\n${head.spanish}\n${first}`;
    const text =
      `It is red.\n\n${head.gmail}\n\n> Which color has the small ` +
      `window?\n>\n${withQuoteSign(quoted)}`;
    await deliverEmail(email(replyTo, { text }));
    expect((await lastOf(id)).message).toBe('It is red.');
  });

  it('is separated from the quotation in external tickets', async () => {
    const id = await open('admin', { ticketType: 'external' });
    await say(id, 'owner@platform.test', 'Which browser do you use?');
    const { replyTo } = await newestEmailTo('admin');
    const text =
      `Firefox.\n\n${head.outlook}\n\nGrace Church\n\nDear admin,\n\nChurch Connect ` +
      `Support (platform staff) wrote:\n\nWhich browser do you use?\n\nAnd on a phone, too.`;
    await deliverEmail(email(replyTo!, { from: 'admin@grace.test', text }));
    expect((await read(id, 'owner@platform.test')).at(-1)!.message).toBe(
      'Firefox.\n\nAnd on a phone, too.',
    );
  });

  it('is not compared with internal notes', async () => {
    const { id, replyTo } = await answered();
    await say(id, 'support', 'He always breaks the projector.', true);
    const text = `> He always breaks the projector.\n> Is its lamp on?\nNo.`;
    await deliverEmail(email(replyTo, { text }));
    expect((await lastOf(id)).message).toBe('> He always breaks the projector.\nNo.');
  });

  it('is stored completely if it is very long', async () => {
    const { id, replyTo } = await answered();
    const lines = Array.from({ length: 1_000 }, (_, n) => `Line ${n} of what I found.`);
    await deliverEmail(email(replyTo, { text: lines.join('\r\n') }));
    const { message, attachments } = await lastOf(id);
    expect(message).toContain(
      '(This email is longer. The file “whole email.txt” has its whole text.)',
    );
    expect((await as('support').get(attachments[0]!)).text).toBe(lines.join('\n'));
  });
});

describe('the files of an answer', () => {
  const base64 = (fields: string[], content: Buffer) => [
    '--cut',
    ...fields,
    'Content-Transfer-Encoding: base64',
    '',
    content.toString('base64'),
  ];
  const inText = (content: Buffer, n = 1) =>
    base64(
      [
        'Content-Type: image/png',
        `Content-ID: <${n}>`,
        `Content-Disposition: inline; filename=image00${n}.png`,
      ],
      content,
    );
  const page = ['--cut', 'Content-Type: text/html', '', '<p>See:</p><img src="cid:1">'];
  const png = (color: string, size = 40) => picture(size, size, color).png().toBuffer();
  /** Creates a picture of more than 32 kB. */
  const photo = async () => Buffer.concat([await png('#ffffff'), Buffer.alloc(40_000, 'x')]);

  it('contain the pictures in the text, except a logo of an earlier email', async () => {
    const { id, replyTo } = await answered();
    const logo = await png('#112233');
    const related = 'multipart/related; boundary=cut';
    await deliverEmail(
      inboundEmailWithParts(
        replyTo,
        related,
        ...page,
        ...inText(logo),
        ...inText(logo, 2),
        '--cut--',
      ),
    );
    expect(await filesOf(id)).toEqual(['image001.png']);
    const screenshot = await png('#445566');
    await deliverEmail(
      inboundEmailWithParts(
        replyTo,
        related,
        ...page,
        ...inText(screenshot),
        ...inText(logo, 2),
        '--cut--',
      ),
    );
    expect(await filesOf(id)).toEqual(['image001.png']);
    expect((await lastOf(id)).message).toBe('See:');
  });

  it('contain a large picture even if an earlier email contained it', async () => {
    const { id, replyTo } = await answered();
    const large = await photo();
    for (let n = 0; n < 2; n++) {
      await deliverEmail(
        inboundEmailWithParts(
          replyTo,
          'multipart/related; boundary=cut',
          ...page,
          ...inText(large),
          '--cut--',
        ),
      );
      expect(await filesOf(id)).toEqual(['image001.png']);
    }
  });

  it('contain forwarded emails and invitations, and no signatures', async () => {
    const { id, replyTo } = await answered();
    await deliverEmail(
      inboundEmailWithParts(
        replyTo,
        'multipart/mixed; boundary=cut',
        ...['--cut', 'Content-Type: text/plain', '', 'See the email of the vendor.'],
        ...['--cut', 'Content-Type: message/rfc822', '', 'Subject: Fuse', '', 'It costs $5.'],
        ...[
          '--cut',
          'Content-Type: text/calendar; method=REQUEST',
          '',
          'BEGIN:VCALENDAR',
          'VERSION:2.0',
          'END:VCALENDAR',
        ],
        ...base64(['Content-Type: application/pkcs7-signature; name=smime.p7s'], Buffer.from('x')),
        ...['--cut', 'Content-Type: application/pgp-signature; name=signature.asc', '', 'x'],
        '--cut--',
      ),
    );
    expect(await filesOf(id)).toEqual(['forwarded email.eml', 'invitation.ics']);
    expect((await lastOf(id)).message).toBe('See the email of the vendor.');
  });

  it('are named in the message if a ticket cannot have them', async () => {
    const { id, replyTo } = await answered();
    const unknown = base64(['Content-Type: application/x-unknown'], Buffer.from('MZ\0'));
    await deliverEmail(
      inboundEmailWithParts(replyTo, 'multipart/mixed; boundary=cut', ...unknown, '--cut--'),
    );
    expect((await lastOf(id)).message).toBe('(The attachment “file” could not be taken.)');
  });

  it('are also stored if a super administrator answers', async () => {
    const id = await open('admin', { ticketType: 'external' });
    const superAdmin = 'owner@platform.test';
    const { replyTo } = (await queuedEmails(app.database, superAdmin)).at(-1)!;
    const raw = inboundEmailWithParts(
      replyTo!,
      'multipart/mixed; boundary=cut',
      ...['--cut', 'Content-Type: text/plain', '', 'See here.'],
      ...base64(['Content-Disposition: attachment; filename=steps.png'], await png('#778899')),
      '--cut--',
    );
    await deliverEmail(raw.toString('latin1').replace('member@grace.test', superAdmin));
    const [message] = await read(id, 'admin');
    expect(message).toMatchObject({
      message: 'See here.',
      attachments: [expect.stringMatching(/steps\.png$/)],
    });
    expect((await as('admin').get(message!.attachments[0]!)).status).toBe(200);
  });
});

describe('an email in another charset', () => {
  it('is readable, and is stored without control characters', async () => {
    const { id, replyTo } = await answered();
    const raw = inboundEmailWithParts(
      replyTo,
      'text/plain; charset=utf-8',
      '\xbfEst\xe1 roto?\x1b[31m\x00\x07',
      '> \x85 x',
    );
    await deliverEmail(raw);
    expect((await lastOf(id)).message).toBe('¿Está roto?[31m\n> … x');
  });
});

describe('an automatic reply that can be recognized only by its subject', () => {
  it.each(['Automatic reply', 'Respuesta automática', 'Out of Office'])(
    'does not reopen a resolved ticket: %s',
    async (words) => {
      const { id, replyTo } = await answered();
      await as('support').patch(`/api/support-tickets/${id}/resolve`);
      const subject = `${words}: [Ticket #${id}] The projector`;
      const encoded = `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`;
      for (const header of [subject, encoded]) {
        const text = 'I am away until Monday.';
        expect(await refusalOf(email(replyTo, { subject: header, text }))).toMatchObject({
          why: 'it was sent automatically (subject)',
        });
      }
      expect(await statusOf(id)).toBe('resolved');
      expect(await read(id)).toHaveLength(1);
      expect(await queuedEmails(app.database, 'member@grace.test')).toHaveLength(1);
    },
  );

  it('is distinguished from the answer of a person to an automatic reply', async () => {
    const { id, replyTo } = await answered();
    await deliverEmail(
      email(replyTo, { subject: `Re: Automatic reply: [Ticket #${id}] The projector` }),
    );
    expect((await lastOf(id)).message).toBe('It is the lamp.');
  });
});
