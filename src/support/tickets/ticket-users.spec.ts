import { describe, expect, it } from '@jest/globals';
import { findMentioned, type TicketUser } from './ticket-users.js';

const users = [
  ['Ann', 'Admin'],
  ['Jo-Ann', 'O’Hara (Smith)'],
  ['ann.b+c@platform.test', ''],
  ['', ''],
].map(([firstName, lastName]) => ({ firstName, lastName }) as TicketUser);

describe('findMentioned', () => {
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
  ])('finds the users in the text %j', (text, names) => {
    expect(findMentioned(text, users).map(({ firstName }) => firstName)).toEqual(names);
  });
});
