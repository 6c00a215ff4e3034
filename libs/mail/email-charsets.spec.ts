import { describe, expect, it } from '@jest/globals';
import { email } from '../../test/support/email/mime.js';
import { decodeText } from './decode-text.js';
import { readEmail } from './inbound.js';

const plain = (charset: string) => `text/plain; charset=${charset}`;
const textOf = async (raw: Buffer) => (await readEmail(raw)).text;

describe('the charset of an email', () => {
  const latin = (text: string) => Buffer.from(text, 'latin1');
  it.each<[string, string, Buffer, string]>([
    ['UTF-8', plain('utf-8'), Buffer.from('¿Está?'), '¿Está?'],
    ['UTF-8 without a name', 'text/plain', Buffer.from('¿Está?'), '¿Está?'],
    [
      'windows-1252 without a name',
      'text/plain',
      latin('\xbfEst\xe1? \x93s\xed\x94'),
      '¿Está? “sí”',
    ],
    ['windows-1252 without a content type', '', latin('\xbfEst\xe1?'), '¿Está?'],
    ['windows-1252 named UTF-8', plain('utf-8'), latin('\xbfEst\xe1?'), '¿Está?'],
    ['windows-1252 named ASCII', plain('us-ascii'), latin('\xbfEst\xe1?'), '¿Está?'],
    ['UTF-8 named Latin-1', plain('iso-8859-1'), Buffer.from('¿Está? “sí”'), '¿Está? “sí”'],
    ['Latin-1', plain('iso-8859-1'), latin('\xbfEst\xe1?'), '¿Está?'],
    ['Latin-2', plain('iso-8859-2'), latin('\xb3\xf3d\xbc'), 'łódź'],
    ['windows-1251', plain('windows-1251'), latin('\xcf\xf0\xe8\xe2\xe5\xf2'), 'Привет'],
    ['windows-1252 with an unknown name', plain('x-no-such'), latin('\xbfEst\xe1?'), '¿Está?'],
    ['UTF-8 with an unknown name', plain('x-unknown'), Buffer.from('¿Está?'), '¿Está?'],
    ['ISO-2022-JP', plain('iso-2022-jp'), latin('\x1b$B%F%9%H\x1b(B ok'), 'テスト ok'],
    ['ISO-2022-JP without a name', 'text/plain', latin('\x1b$B%F%9%H\x1b(B ok'), 'テスト ok'],
    ['ISO-2022-JP named UTF-8', plain('utf-8'), latin('\x1b$B%F%9%H\x1b(B ok'), 'テスト ok'],
    ['a variant of ISO-2022-JP', plain('cp50220'), latin('\x1b$B%F%9%H\x1b(B'), 'テスト'],
    ['Shift JIS', plain('shift_jis'), latin('\x83e\x83X\x83g'), 'テスト'],
    ['EUC-KR', plain('ks_c_5601-1987'), latin('\xc7\xd1\xb1\xdb'), '한글'],
    [
      'the name in HTML',
      'text/html',
      latin('<meta charset="windows-1251"><p>\xcf\xf0\xe8</p>'),
      'При',
    ],
  ])('is read: %s', async (_title, type, body, expected) => {
    expect(await textOf(email(type, body))).toBe(expected);
  });

  it('cannot be a transfer encoding or UTF-7, which could hide markup', () => {
    expect(decodeText(Buffer.from('+ADw-b+AD4-'), 'utf-7')).toBe('+ADw-b+AD4-');
    expect(decodeText(Buffer.from('PGI+'), 'base64')).toBe('PGI+');
  });

  it('never produces control characters or halves of surrogate pairs', async () => {
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
