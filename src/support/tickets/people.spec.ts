import { describe, expect, it } from '@jest/globals';
import { mentionedIn, type Person } from './people.js';

const people = [
  ['Ann', 'Admin'],
  ['Jo-Ann', 'O’Hara (Smith)'],
  ['ann.b+c@platform.test', ''],
  ['', ''],
].map(([firstName, lastName]) => ({ firstName, lastName }) as Person);

describe('whom a text names', () => {
  it.each<[string, string[]]>([
    ['@Ann Admin', ['Ann']],
    ['(@ann admin), please', ['Ann']],
    ['@Ann Administrator', []],
    ['x@ann admin', []],
    ['Ann Admin', []],
    ['@', []],
    ['@Jo-Ann O’Hara (Smith) and @ann admin', ['Ann', 'Jo-Ann']],
    ['@ann.b+c@platform.test.', ['ann.b+c@platform.test']],
    ['@annxb+c@platform.test', []],
  ])('%s', (text, names) => {
    expect(mentionedIn(text, people).map(({ firstName }) => firstName)).toEqual(names);
  });
});
