import { describe, expect, it } from '@jest/globals';
import { decodeText } from './decode-text.js';
import { readEmail } from './inbound.js';

/** An email with a header of its own and a body that the caller writes. */
const email = (type: string, body: string | Uint8Array, ...fields: string[]) =>
  Buffer.concat([
    Buffer.from(
      [
        'From: hannah@grace.test',
        'To: reply@church.example',
        'MIME-Version: 1.0',
        ...(type === '' ? [] : [`Content-Type: ${type}`]),
        ...fields,
        '',
        '',
      ].join('\r\n'),
    ),
    Buffer.from(body),
  ]);
const part = (fields: string[], body: string) => ['--cut', ...fields, '', body].join('\r\n');
const multipart = (subtype: string, ...parts: string[]) =>
  email(`multipart/${subtype}; boundary=cut`, [...parts, '--cut--', ''].join('\r\n'));
const inside = (subtype: string, ...parts: string[]) =>
  [
    '--cut',
    `Content-Type: multipart/${subtype}; boundary=in`,
    '',
    ...parts.map((one) => one.replace('--cut', '--in')),
    '--in--',
    '',
  ].join('\r\n');

const plain = (text: string) => part(['Content-Type: text/plain; charset=utf-8'], text);
const html = (text: string) => part(['Content-Type: text/html; charset=utf-8'], text);
const base64 = (fields: string[], content: string) =>
  part([...fields, 'Content-Transfer-Encoding: base64'], Buffer.from(content).toString('base64'));
const picture = (content: string, ...fields: string[]) =>
  base64(['Content-Type: image/png', ...fields], content);
const filesOf = async (raw: Buffer) =>
  (await readEmail(raw)).attachments.map(
    ({ name, isInText }) => `${name}${isInText ? ' in text' : ''}`,
  );
const textOf = async (raw: Buffer) => (await readEmail(raw)).text;

describe('the charset of an email', () => {
  const latin = (text: string) => Buffer.from(text, 'latin1');
  it.each<[string, string, Buffer, string]>([
    ['UTF-8', 'text/plain; charset=utf-8', Buffer.from('¿Está?'), '¿Está?'],
    ['none, UTF-8', 'text/plain', Buffer.from('¿Está?'), '¿Está?'],
    ['none, windows-1252', 'text/plain', latin('\xbfEst\xe1? \x93s\xed\x94'), '¿Está? “sí”'],
    ['no type, windows-1252', '', latin('\xbfEst\xe1?'), '¿Está?'],
    ['UTF-8, but windows-1252', 'text/plain; charset=utf-8', latin('\xbfEst\xe1?'), '¿Está?'],
    ['ASCII, but windows-1252', 'text/plain; charset=us-ascii', latin('\xbfEst\xe1?'), '¿Está?'],
    [
      'Latin-1, but UTF-8',
      'text/plain; charset=iso-8859-1',
      Buffer.from('¿Está? “sí”'),
      '¿Está? “sí”',
    ],
    ['Latin-1', 'text/plain; charset=iso-8859-1', latin('\xbfEst\xe1?'), '¿Está?'],
    ['Latin-2', 'text/plain; charset=iso-8859-2', latin('\xb3\xf3d\xbc'), 'łódź'],
    [
      'windows-1251',
      'text/plain; charset=windows-1251',
      latin('\xcf\xf0\xe8\xe2\xe5\xf2'),
      'Привет',
    ],
    ['an unknown name', 'text/plain; charset=x-no-such', latin('\xbfEst\xe1?'), '¿Está?'],
    ['an unknown name, UTF-8', 'text/plain; charset=x-unknown', Buffer.from('¿Está?'), '¿Está?'],
    ['ISO-2022-JP', 'text/plain; charset=iso-2022-jp', latin('\x1b$B%F%9%H\x1b(B ok'), 'テスト ok'],
    ['none, ISO-2022-JP', 'text/plain', latin('\x1b$B%F%9%H\x1b(B ok'), 'テスト ok'],
    [
      'UTF-8, but ISO-2022-JP',
      'text/plain; charset=utf-8',
      latin('\x1b$B%F%9%H\x1b(B ok'),
      'テスト ok',
    ],
    [
      'a variant of ISO-2022-JP',
      'text/plain; charset=cp50220',
      latin('\x1b$B%F%9%H\x1b(B'),
      'テスト',
    ],
    ['Shift JIS', 'text/plain; charset=shift_jis', latin('\x83e\x83X\x83g'), 'テスト'],
    ['EUC-KR', 'text/plain; charset=ks_c_5601-1987', latin('\xc7\xd1\xb1\xdb'), '한글'],
    [
      'HTML with its own name',
      'text/html',
      latin('<meta charset="windows-1251"><p>\xcf\xf0\xe8</p>'),
      'При',
    ],
  ])('%s is read', async (_title, type, body, expected) => {
    expect(await textOf(email(type, body))).toBe(expected);
  });

  it('is no way to smuggle markup or transfer encodings', () => {
    expect(decodeText(Buffer.from('+ADw-b+AD4-'), 'utf-7')).toBe('+ADw-b+AD4-');
    expect(decodeText(Buffer.from('PGI+'), 'base64')).toBe('PGI+');
  });

  it('leaves no control characters and no halves of characters', async () => {
    const all = Buffer.from(
      Array.from({ length: 160 }, (_, code) => code).filter((code) => code !== 27),
    );
    const body = Buffer.concat([Buffer.from('a'), all, Buffer.from('z')]);
    for (const charset of ['utf-8', 'iso-8859-1', 'windows-1252', 'utf-16le', 'x-unknown']) {
      const text = await textOf(email(`text/plain; charset=${charset}`, body));
      expect(text).not.toMatch(/[^\P{Cc}\t\n]/u);
      expect(text.isWellFormed()).toBe(true);
    }
    expect(await textOf(email('text/plain', 'a\x1b[31mred\x07\r\nb\rc\x0bd'))).toBe(
      'a[31mred\nb\nc\nd',
    );
  });
});

describe('the text of an email', () => {
  it.each<[string, Buffer, string]>([
    ['plain text', multipart('mixed', plain('Hello.')), 'Hello.'],
    [
      'parts in a row',
      multipart('mixed', plain('One.'), html('<p>Two.</p>'), plain('Three.')),
      'One.\nTwo.\nThree.',
    ],
    [
      'the plain form',
      multipart('alternative', plain('It is the lamp.'), html('<p>It is the lamp.</p>')),
      'It is the lamp.',
    ],
    [
      'HTML beside an empty plain form',
      multipart('alternative', plain(' '), html('<p>It is the lamp.</p>')),
      'It is the lamp.',
    ],
    [
      'HTML beside a plain form that says nothing',
      multipart(
        'alternative',
        plain('Please use HTML.'),
        html('<p>It is the lamp, and its fuse is gone since Sunday.</p>'),
      ),
      'It is the lamp, and its fuse is gone since Sunday.',
    ],
    [
      'without AMP',
      multipart(
        'alternative',
        plain('Hi.'),
        part(['Content-Type: text/x-amp-html'], '<p>a b c d e f g h i</p>'),
      ),
      'Hi.',
    ],
    [
      'flowed text',
      email(
        'text/plain; format=flowed; delsp=no',
        'It is \r\nthe lamp.\r\n> Is its \r\n> lamp on?',
      ),
      'It is the lamp.',
    ],
    [
      'quoted-printable',
      email(
        'text/plain; charset=utf-8',
        'S=C3=AD, est=\r\n=C3=A1.',
        'Content-Transfer-Encoding: quoted-printable',
      ),
      'Sí, está.',
    ],
    [
      'HTML without a body of its own that quotes a page of ours',
      email(
        'text/html',
        '<div>It is the lamp.</div><blockquote><!doctype html><html><head><title>Grace</title><style>p{}</style></head><body><p>Is its lamp on?</p></body></html></blockquote><div>Red.</div>',
      ),
      'It is the lamp.\n\n\nRed.',
    ],
    [
      'links with their addresses',
      email(
        'text/html',
        '<p>See <a href="https://photos.example/1?a=1&amp;b=2">my photo</a>, <a href="https://x.example">https://x.example</a> or <a href="mailto:a@b.example">a@b.example</a>.</p>',
      ),
      'See my photo <https://photos.example/1?a=1&b=2>, https://x.example or a@b.example.',
    ],
    [
      'a table',
      email(
        'text/html',
        '<table><tr><td>Lamp</td><td>red</td></tr><tr><td>Fuse</td><td>gone</td></tr></table>',
      ),
      'Lamp red\nFuse gone',
    ],
    [
      'deep markup',
      email('text/html', `${'<div>'.repeat(250)}deep${'</div>'.repeat(250)}`),
      'deep',
    ],
    [
      'a text with a name, without another text',
      email('text/plain; name="message.txt"', 'Hello.'),
      'Hello.',
    ],
  ])('is read: %s', async (_title, raw, expected) => {
    expect((await textOf(raw)).replace(/ +\n/g, '\n')).toBe(expected.replaceAll('\n\n\n', '\n\n'));
  });
});

describe('a long email', () => {
  it('is read to its end, with styles and pictures that are longer than its text', async () => {
    const styles = `<style>${'p{color:red}'.repeat(50_000)}</style><!--${'x'.repeat(500_000)}-->`;
    const image = `<img src="data:image/png;base64,${'QUJD'.repeat(100_000)}">`;
    const rows = '<p>It is the lamp.</p>'.repeat(15_000);
    const { text, attachments } = await readEmail(
      email('text/html', `${styles}${image}<p>First.</p>${rows}<p>Last.</p>`),
    );
    expect(text.startsWith('First.\n\nIt is the lamp.')).toBe(true);
    const files = attachments.map(({ name, content }) => [name, content.toString().slice(-5)]);
    expect(files).toEqual([
      ['whole email.txt', 'Last.'],
      ['picture.png', 'BCABC'],
    ]);
  });

  it('has its whole text as a file if an answer is looked for in its beginning only', async () => {
    const long = `${'It is the lamp.\n'.repeat(20_000)}Last.`;
    const { text, attachments } = await readEmail(email('text/plain', long));
    expect(text.length).toBeLessThanOrEqual(200_000);
    expect(attachments.map(({ name, content }) => [name, content.toString()])).toEqual([
      ['whole email.txt', long],
    ]);
  });

  it('is short if it consists of empty lines', async () => {
    const { text, attachments } = await readEmail(email('text/plain', '\n'.repeat(300_000)));
    expect([text, attachments]).toEqual(['', []]);
  });
});

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
        inside('related', html('<p>See:</p><img src="cid:1">'), picture('a', 'Content-ID: <1>')),
      ),
      ['picture.png in text'],
    ],
    [
      'icons once',
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
      'pictures of phones',
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
      'invitations that come twice, once',
      multipart(
        'mixed',
        inside('alternative', plain('Come!'), part(ics, calendar)),
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
      'texts that are attached',
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

  it('have their bytes', async () => {
    const raw = multipart('mixed', plain('x'), part(['Content-Type: message/rfc822'], forwarded));
    const [file] = (await readEmail(raw)).attachments;
    expect(file!.content.toString()).toBe(forwarded);
  });
});
