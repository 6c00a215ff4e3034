import { describe, expect, it } from '@jest/globals';
import { readableFileName } from './file-name.js';

describe('readableFileName', () => {
  it.each<[string | undefined, string]>([
    ['gifts.csv', 'gifts.csv'],
    ['gi\u0000fts.csv', 'gi fts.csv'],
    ['\u0000', 'file'],
    ['../../etc/passwd', '.. .. etc passwd'],
    ['a\u202egnp.exe', 'a gnp.exe'],
    ['half \ud83d', 'half \ufffd'],
    ['', 'file'],
    [undefined, 'file'],
  ])('turns %j into %j', (name, expected) => {
    expect(readableFileName(name)).toBe(expected);
  });

  it('shortens a long name without splitting a character', () => {
    expect(readableFileName('\u{1f54a}'.repeat(300))).toBe('\u{1f54a}'.repeat(200));
  });
});
