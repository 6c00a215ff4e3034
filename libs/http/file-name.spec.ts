import { describe, expect, it } from '@jest/globals';
import { readableFileName } from './file-name.js';

describe('the name of a file', () => {
  it.each<[string | undefined, string]>([
    ['gifts.csv', 'gifts.csv'],
    ['gi\u0000fts.csv', 'gi fts.csv'],
    ['\u0000', 'file'],
    ['../../etc/passwd', '.. .. etc passwd'],
    ['a\u202egnp.exe', 'a gnp.exe'],
    ['half \ud83d', 'half \ufffd'],
    ['', 'file'],
    [undefined, 'file'],
  ])('%j becomes %j', (name, expected) => {
    expect(readableFileName(name)).toBe(expected);
  });

  it('is cut between characters', () => {
    expect(readableFileName('\u{1f54a}'.repeat(300))).toBe('\u{1f54a}'.repeat(200));
  });
});
