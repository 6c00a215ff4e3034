import { describe, expect, it, test } from '@jest/globals';
import { csvCell, csvLine, writeCsv } from './index.js';

describe('the writer of CSV', () => {
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
  ])('writes %j as %j', (value, text) => expect(csvCell(value)).toBe(text));

  it('ends lines with CRLF and separates cells by the delimiter', () => {
    expect(csvLine(['a', 'b c'])).toBe('a,b c\r\n');
    expect(csvLine(['a', 'x:y'], ':')).toBe('a:"x:y"\r\n');
  });

  it('begins a file with a byte order mark', () => {
    const rows = [
      ['a', 1],
      ['b', 2],
    ];
    expect(writeCsv(rows)).toBe('\ufeffa,1\r\nb,2\r\n');
    expect(writeCsv([])).toBe('\ufeff');
  });
});
