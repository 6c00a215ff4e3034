import { describe, expect, it } from '@jest/globals';
import {
  base64,
  email,
  html,
  nestedMultipart,
  multipart,
  part,
  picture,
  plain,
} from '../../test/support/email/mime.js';
import { readEmail } from './inbound.js';

const filesOf = async (raw: Buffer) =>
  (await readEmail(raw)).attachments.map(
    ({ name, isInText }) => `${name}${isInText ? ' in text' : ''}`,
  );

describe('the files of an email', () => {
  const forwarded = 'Subject: Old\r\n\r\nThe fuse is gone.';
  const calendar = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR';
  const ics = ['Content-Type: text/calendar; method=REQUEST'];
  it.each<[string, Buffer, string[]]>([
    [
      'pictures in the text',
      multipart(
        'related',
        html('<img src="cid:1">'),
        picture('a', 'Content-ID: <1>', 'Content-Disposition: inline; filename=image001.png'),
      ),
      ['image001.png in text'],
    ],
    [
      'pictures in the text without a name',
      multipart('related', html('<img src="cid:1">'), picture('a', 'Content-ID: <1>')),
      ['picture.png in text'],
    ],
    [
      'pictures in the text of an alternative',
      multipart(
        'alternative',
        plain('See:'),
        nestedMultipart(
          'related',
          html('<p>See:</p><img src="cid:1">'),
          picture('a', 'Content-ID: <1>'),
        ),
      ),
      ['picture.png in text'],
    ],
    [
      'equal pictures in the text only once',
      multipart(
        'related',
        html('x'),
        picture('a', 'Content-ID: <1>'),
        picture('a', 'Content-ID: <2>'),
        picture('b', 'Content-ID: <3>'),
      ),
      ['picture.png in text', 'picture.png in text'],
    ],
    [
      'pictures that the HTML contains',
      email(
        'text/html',
        `<p>See</p><img src="data:image/png;base64,${Buffer.from('a').toString('base64')}">`,
      ),
      ['picture.png in text'],
    ],
    [
      'pictures between texts, as phones send them',
      multipart(
        'mixed',
        plain('See:'),
        picture('a', 'Content-Disposition: inline; filename=IMG_1.png'),
        plain('And?'),
      ),
      ['IMG_1.png'],
    ],
    [
      'files of the same content',
      multipart(
        'mixed',
        plain('x'),
        base64(['Content-Disposition: attachment; filename=a.txt'], 'a'),
        base64(['Content-Disposition: attachment; filename=b.txt'], 'a'),
      ),
      ['a.txt', 'b.txt'],
    ],
    [
      'forwarded emails',
      multipart('mixed', plain('See:'), part(['Content-Type: message/rfc822'], forwarded)),
      ['forwarded email.eml'],
    ],
    [
      'forwarded emails within the text',
      multipart(
        'mixed',
        plain('See:'),
        part(['Content-Type: message/rfc822', 'Content-Disposition: inline'], forwarded),
      ),
      ['forwarded email.eml'],
    ],
    [
      'invitations',
      multipart('alternative', plain('Come!'), html('<p>Come!</p>'), part(ics, calendar)),
      ['invitation.ics'],
    ],
    [
      'invitations only once if the email contains them twice',
      multipart(
        'mixed',
        nestedMultipart('alternative', plain('Come!'), part(ics, calendar)),
        base64(
          [
            'Content-Type: application/ics; name=invite.ics',
            'Content-Disposition: attachment; filename=invite.ics',
          ],
          calendar,
        ),
      ),
      ['invitation.ics'],
    ],
    [
      'contacts',
      multipart('mixed', plain('x'), part(['Content-Type: text/vcard'], 'BEGIN:VCARD')),
      ['contact.vcf'],
    ],
    [
      'documents without a name',
      multipart('mixed', plain('x'), base64(['Content-Type: application/pdf'], 'a')),
      ['document.pdf'],
    ],
    [
      'parts of unknown types',
      multipart('mixed', plain('x'), base64(['Content-Type: application/x-unknown'], 'a')),
      ['file'],
    ],
    [
      'attached texts',
      multipart(
        'mixed',
        plain('x'),
        part(['Content-Type: text/plain', 'Content-Disposition: attachment'], 'a'),
        part(['Content-Type: text/plain; name=b.txt'], 'b'),
      ),
      ['text.txt', 'b.txt'],
    ],
    [
      'no S/MIME signature',
      multipart(
        'signed',
        plain('x'),
        base64(
          [
            'Content-Type: application/pkcs7-signature; name=smime.p7s',
            'Content-Disposition: attachment; filename=smime.p7s',
          ],
          'a',
        ),
      ),
      [],
    ],
    [
      'no older S/MIME signature',
      multipart(
        'mixed',
        plain('x'),
        base64(
          [
            'Content-Type: application/octet-stream',
            'Content-Disposition: attachment; filename="smime.p7s"',
          ],
          'a',
        ),
      ),
      [],
    ],
    [
      'no PGP signature',
      multipart(
        'signed',
        plain('x'),
        part(['Content-Type: application/pgp-signature; name="signature.asc"'], 'a'),
      ),
      [],
    ],
    [
      'no styles of a page',
      multipart('related', html('x'), part(['Content-Type: text/css', 'Content-ID: <s>'], 'p{}')),
      [],
    ],
    [
      'names in other charsets',
      multipart(
        'mixed',
        plain('x'),
        base64(["Content-Disposition: attachment; filename*=utf-8''l%C3%A1mpara.txt"], 'a'),
      ),
      ['lámpara.txt'],
    ],
  ])('are found: %s', async (_title, raw, expected) => {
    expect(await filesOf(raw)).toEqual(expected);
  });

  it('have the bytes of the part of the email', async () => {
    const raw = multipart('mixed', plain('x'), part(['Content-Type: message/rfc822'], forwarded));
    const [file] = (await readEmail(raw)).attachments;
    expect(file!.content.toString()).toBe(forwarded);
  });
});
