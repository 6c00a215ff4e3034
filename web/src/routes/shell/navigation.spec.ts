import { describe, expect, it } from '@jest/globals';
import type { Screen } from '#libs/contracts';
import { divideIntoGroups } from './navigation.js';

const screenIn = (group: Screen['group'], number: number): Screen => ({
  to: `/admin/${group}/${number}`,
  title: `${group} ${number}`,
  action: 'event.manage',
  menu: 'staff',
  ...(group ? { group } : {}),
});
const content = Array.from({ length: 7 }, (_, index) => screenIn('Content', index));
const church = screenIn('Church', 1);
const people = screenIn('People', 1);

describe('divideIntoGroups', () => {
  it('makes no groups of eight entries', () => {
    const items = [...content, church];
    expect(divideIntoGroups(items)).toEqual([{ items }]);
  });

  it('lists the groups in the order of the menu, without empty ones', () => {
    expect(divideIntoGroups([...content, church, people])).toEqual([
      { title: 'People', items: [people] },
      { title: 'Content', items: content },
      { title: 'Church', items: [church] },
    ]);
  });
});
