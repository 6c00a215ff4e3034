import { describe, expect, it, test } from '@jest/globals';
import { createNameObserver, firstNameFirst } from './names.js';

test.each([
  ['Brooks, Hannah', 'Hannah Brooks'],
  ['van der Berg,Ada', 'Ada van der Berg'],
  ['Example, Ada & Ben', 'Ada & Ben Example'],
  ['Hannah Brooks', 'Hannah Brooks'],
  ['Acme Printing, Inc.', 'Acme Printing, Inc.'],
  ['Stark, Tell & Co.', 'Stark, Tell & Co.'],
  ['Ben Example, Jr.', 'Ben Example, Jr.'],
  ['Brooks, Hannah, Dr.', 'Brooks, Hannah, Dr.'],
  ['Town, 12', 'Town, 12'],
  [', Hannah', ', Hannah'],
])('the name %s becomes %s', (written, name) => expect(firstNameFirst(written)).toBe(name));

describe('the names of a column', () => {
  const observe = (answer: 'firstLast' | 'lastFirst' | undefined, ...names: string[]) => {
    const observer = createNameObserver(answer);
    for (const name of names) observer.see(name);
    return [observer.style(), observer.questions().map(({ samples }) => samples)];
  };
  const comma = 'Brooks, Hannah';

  it('are recognized as last name first if most have a comma', () => {
    expect(observe(undefined, comma, 'Kim, Ben', 'Ada Example')).toEqual(['lastFirst', []]);
  });
  it('are asked about if only some have a comma', () => {
    expect(observe(undefined, comma, 'Ada Example', 'Ben Example')).toEqual([undefined, [[comma]]]);
    expect(observe('firstLast', comma, 'Ada Example', 'Ben Example')).toEqual(['firstLast', []]);
  });
  it('are asked about even if only one of many has a comma', () => {
    const plain = Array.from({ length: 9 }, () => 'Ada Example');
    expect(observe(undefined, comma, ...plain)).toEqual([undefined, [[comma]]]);
  });
  it('are not asked about if only names of companies have a comma', () => {
    expect(observe(undefined, 'Acme, Inc.', 'Ada')).toEqual([undefined, []]);
  });
});
