import { expect, it } from '@jest/globals';
import { containing } from './index.js';

it.each([
  ['Grace', '%Grace%'],
  ['100 %', '%100 \\%%'],
  ['first_name', '%first\\_name%'],
  ['a\\b', '%a\\\\b%'],
])('the words %s become the pattern %s', (words, pattern) => {
  expect(containing(words)).toBe(pattern);
});
