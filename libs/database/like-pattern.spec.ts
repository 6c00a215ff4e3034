import { describe, expect, it } from '@jest/globals';
import { containing, wordBeginningWith } from './index.js';

describe('containing', () => {
  it.each([
    ['Grace', '%Grace%'],
    ['100 %', '%100 \\%%'],
    ['first_name', '%first\\_name%'],
    ['a\\b', '%a\\\\b%'],
  ])('turns the words %s into the pattern %s', (words, pattern) => {
    expect(containing(words)).toBe(pattern);
  });
});

describe('wordBeginningWith', () => {
  it('puts a space before the word and escapes it', () => {
    expect(wordBeginningWith('100 %')).toBe('% 100 \\%%');
  });
});
