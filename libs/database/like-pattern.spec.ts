import { expect, it } from '@jest/globals';
import { containing, wordBeginningWith } from './index.js';

it.each([
  ['Grace', '%Grace%'],
  ['100 %', '%100 \\%%'],
  ['first_name', '%first\\_name%'],
  ['a\\b', '%a\\\\b%'],
])('the words %s become the pattern %s', (words, pattern) => {
  expect(containing(words)).toBe(pattern);
});

it('a pattern for the beginning of a word has a space before the word', () => {
  expect(wordBeginningWith('100 %')).toBe('% 100 \\%%');
});
