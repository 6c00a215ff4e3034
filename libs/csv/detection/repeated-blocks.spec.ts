import { describe, expect, it } from '@jest/globals';
import { createBlockObserver } from './repeated-blocks.js';

/**
 * Finds the repeated blocks of a file in which each letter of a text is one row, beginning with row
 * 2.
 */
function blocksOf(letters: string) {
  const observer = createBlockObserver();
  for (const [index, letter] of letters.split('').entries())
    observer.see(index + 2, [letter, '20.00']);
  return observer.blocks();
}

describe('rows that repeat rows further up', () => {
  it.each([
    ['a file that was pasted twice', 'abcdabcd', [{ first: 6, last: 9, original: 2 }]],
    ['a file that was pasted three times', 'abcabcabc', [{ first: 5, last: 10, original: 2 }]],
    ['three rows among others', 'abcdexabcy', [{ first: 8, last: 10, original: 2 }]],
    [
      'two blocks',
      'abcdefxabcydef',
      [
        { first: 9, last: 11, original: 2 },
        { first: 13, last: 15, original: 5 },
      ],
    ],
  ])('are found: %s', (_title, letters, blocks) => {
    expect(blocksOf(letters)).toEqual(blocks);
  });

  it.each([
    ['different rows', 'abcdefgh'],
    ['two rows', 'abcdxab'],
    ['one row many times', 'aaaaaaaa'],
    ['two givers who alternate', 'abababab'],
    ['the same rows in another order', 'abcdcbda'],
  ])('are not found: %s', (_title, letters) => {
    expect(blocksOf(letters)).toEqual([]);
  });
});
