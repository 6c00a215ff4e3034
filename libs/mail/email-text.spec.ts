import { describe, expect, it } from '@jest/globals';
import { email, html, multipart, part, plain } from '../../test/support/email/mime.js';
import { readEmail } from './inbound.js';

const textOf = async (raw: Buffer) => (await readEmail(raw)).text;

describe('the text of an email', () => {
  it.each<[string, Buffer, string]>([
    ['plain text', multipart('mixed', plain('Hello.')), 'Hello.'],
    [
      'several parts in their order',
      multipart('mixed', plain('One.'), html('<p>Two.</p>'), plain('Three.')),
      'One.\nTwo.\nThree.',
    ],
    [
      'the plain form of an alternative',
      multipart('alternative', plain('It is the lamp.'), html('<p>It is the lamp.</p>')),
      'It is the lamp.',
    ],
    [
      'HTML beside an empty plain form',
      multipart('alternative', plain(' '), html('<p>It is the lamp.</p>')),
      'It is the lamp.',
    ],
    [
      'HTML beside a plain form that only recommends HTML',
      multipart(
        'alternative',
        plain('Please use HTML.'),
        html('<p>It is the lamp, and its fuse is gone since Sunday.</p>'),
      ),
      'It is the lamp, and its fuse is gone since Sunday.',
    ],
    [
      'the plain form beside AMP',
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
      'HTML without a body element that quotes a whole page',
      email(
        'text/html',
        '<div>It is the lamp.</div><blockquote><!doctype html><html><head><title>Grace</title>' +
          '<style>p{}</style></head><body><p>Is its lamp on?</p></body></html></blockquote>' +
          '<div>Red.</div>',
      ),
      'It is the lamp.\n\n\nRed.',
    ],
    [
      'links with their addresses',
      email(
        'text/html',
        '<p>See <a href="https://photos.example/1?a=1&amp;b=2">my photo</a>, ' +
          '<a href="https://x.example">https://x.example</a> or ' +
          '<a href="mailto:a@b.example">a@b.example</a>.</p>',
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
      'deeply nested HTML',
      email('text/html', `${'<div>'.repeat(250)}deep${'</div>'.repeat(250)}`),
      'deep',
    ],
    [
      'a text part with a file name if there is no other text',
      email('text/plain; name="message.txt"', 'Hello.'),
      'Hello.',
    ],
  ])('is read: %s', async (_title, raw, expected) => {
    expect((await textOf(raw)).replace(/ +\n/g, '\n')).toBe(expected.replaceAll('\n\n\n', '\n\n'));
  });
});

describe('a long email', () => {
  it('is read to its end even if its styles and pictures are longer than its text', async () => {
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

  it('has its whole text as a file if it is too long to be searched for an answer', async () => {
    const longText = `${'It is the lamp.\n'.repeat(20_000)}Last.`;
    const { text, attachments } = await readEmail(email('text/plain', longText));
    expect(text.length).toBeLessThanOrEqual(200_000);
    expect(attachments.map(({ name, content }) => [name, content.toString()])).toEqual([
      ['whole email.txt', longText],
    ]);
  });

  it('has no text and no files if it consists of empty lines', async () => {
    const { text, attachments } = await readEmail(email('text/plain', '\n'.repeat(300_000)));
    expect([text, attachments]).toEqual(['', []]);
  });
});
