import { describe, expect, it, test } from '@jest/globals';
import { csvCell, csvLine, templateCsv, writeCsv } from './index.js';

describe('writing CSV', () => {
  test.each([
    ['plain', 'plain'],
    ['', ''],
    [null, ''],
    [undefined, ''],
    [25, '25'],
    [-5n, '-5'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['a;b', '"a;b"'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1+1', "'-1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', '"\'\tx"'],
    ['\rx', '"\'\rx"'],
    ['\nx', '"\'\nx"'],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['-5.00', '-5.00'],
    ['-5', '-5'],
    ['-5.00x', "'-5.00x"],
    ['-', "'-"],
    ['--5', "'--5"],
    ['-5.', "'-5."],
  ])('%j is written as %j', (value, text) => expect(csvCell(value)).toBe(text));

  it('ends lines with CRLF and may begin with a mark', () => {
    expect(csvLine(['a', 'b c'])).toBe('a,b c\r\n');
    expect(
      writeCsv([
        ['a', 1],
        ['b', 2],
      ]),
    ).toBe('a,1\r\nb,2\r\n');
    expect(writeCsv([['a', 'x:y']], { delimiter: ':', bom: true })).toBe('\ufeffa:"x:y"\r\n');
    expect(writeCsv([])).toBe('');
  });

  it('offers the template', () => {
    const [header, ...rows] = templateCsv().split('\r\n');
    expect(header).toBe('email,amount,paymentmethod,date,campaign,notes');
    expect(rows).toHaveLength(3);
    expect(rows[2]).toBe('');
  });
});
