import { expect, it } from '@jest/globals';
import { writeCsv } from './csv';

it.each([
  ['plain', 'plain'],
  ['', ''],
  ['Zoë', 'Zoë'],
  ['-5.00', '-5.00'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['two\nlines', '"two\nlines"'],
  ['semi;colon', '"semi;colon"'],
  ['pipe|', '"pipe|"'],
  ['=1+1', `'=1+1`],
  ['+1', `'+1`],
  ['-x', `'-x`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\tTab', `"'\tTab"`],
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
])('%j is written as the server writes it: %s', (text, written) => {
  expect(writeCsv([[text, 'end']])).toBe(`${written},end\r\n`);
});
