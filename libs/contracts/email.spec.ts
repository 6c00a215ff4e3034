import { describe, expect, it } from '@jest/globals';
import { emailInput } from './identity/identity.js';

describe('an email address', () => {
  it.each([
    ['Ruth@Grace.test', 'ruth@grace.test'],
    [' ruth@grace.test ', 'ruth@grace.test'],
    ['smith&co@grace.test', 'smith&co@grace.test'],
    ['a/b@grace.test', 'a/b@grace.test'],
    ['no#1@grace.test', 'no#1@grace.test'],
    ['a=b@grace.test', 'a=b@grace.test'],
    ["o'neil+gifts@grace.test", "o'neil+gifts@grace.test"],
    ['{a}|b~c!d$e%f*g?h^i`j@grace.test', '{a}|b~c!d$e%f*g?h^i`j@grace.test'],
    ['ruth@mail.xn--bcher-kva.example', 'ruth@mail.xn--bcher-kva.example'],
    ['ruth@church.xn--p1ai', 'ruth@church.xn--p1ai'],
    ['ruth@Bücher.example', 'ruth@xn--bcher-kva.example'],
    ['ruth@церковь.рф', 'ruth@xn--b1afpqi8a9b.xn--p1ai'],
    [`${'a'.repeat(64)}@grace.test`, `${'a'.repeat(64)}@grace.test`],
  ])('%s is accepted as %s', (typed, stored) => expect(emailInput.parse(typed)).toBe(stored));

  it.each([
    '',
    'ruth',
    'ruth@grace',
    'ruth@@grace.test',
    'ruth@grace..test',
    'ruth.@grace.test',
    '.ruth@grace.test',
    'ru..th@grace.test',
    'ru th@grace.test',
    'ruth@gra ce.test',
    'ruth@-grace.test',
    'ruth@grace-.test',
    'ruth@grace.test/path',
    'ruth@bücher.example/path',
    'ruth@bücher.example:25',
    'ruth@127.0.0.1',
    'ruth@grace.test, boaz@grace.test',
    'Ruth <ruth@grace.test>',
    'ruth@grace.test\nbcc: boaz@grace.test',
    'ruth@grace.xn--',
    `${'a'.repeat(65)}@grace.test`,
    `ruth@${'a'.repeat(64)}.test`,
    `ruth@${'a.'.repeat(130)}test`,
  ])('%j is refused', (typed) =>
    expect(emailInput.safeParse(typed).error?.issues[0]?.message).toBe('Invalid email address'),
  );
});
