import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { openTable } from '#libs/workbook';
import { withFile } from '../workbook/support.js';
import type { Table } from './table.js';
import { storedCell, xlsxBytes } from './xlsx.js';

/** Returns the cells of a workbook as the import reads them, without the headings. */
async function readBack(table: Table): Promise<string[][]> {
  return withFile(await buffer(xlsxBytes(table)), async (file) => {
    const opened = await openTable(file);
    try {
      const rows: string[][] = [];
      const inspection = await opened.inspect();
      for await (const batch of opened.rows(inspection))
        rows.push(...batch.map(({ cells }) => cells));
      return rows;
    } finally {
      opened.close();
    }
  });
}

describe('a workbook', () => {
  it.each([
    '000123',
    '1E5',
    '=1+1',
    '+1',
    '-5.00',
    '@SUM(A1)',
    '\ttab',
    'TRUE',
    '2025-03-02',
    'Zoë Núñez',
    'a & <b> "c"',
    'two\nlines',
    '_x0041_',
    'https://church.test',
  ])('keeps the text %j', async (text) => {
    const table = { name: 'a', columns: [{ header: 'Name' }, { header: 'Amount' }] };
    expect(await readBack({ ...table, rows: [[text, 'end']] })).toEqual([[text, 'end']]);
  });

  it('keeps dates, amounts and counts, and has its total in the last row only', async () => {
    const rows = await readBack({
      name: 'a',
      columns: [
        { header: 'Date', kind: 'date' },
        { header: 'Name' },
        { header: 'Amount', kind: 'amount' },
        { header: 'Gifts', kind: 'count' },
      ],
      rows: [
        ['2025-03-02', 'Hannah Brooks', '1234567.89', 3],
        ['2025-12-31', null, '-5.10', 1],
      ],
      closing: () => 'Total 1234562.79',
    });
    expect(rows).toEqual([
      ['2025-03-02', 'Hannah Brooks', '1234567.89', '3'],
      ['2025-12-31', '', '-5.1', '1'],
      ['Total 1234562.79', '', '', ''],
    ]);
  });
});

describe('a stored cell', () => {
  it.each([
    ['2025-03-02', 'date', 45718],
    ['1899-12-31', 'date', '1899-12-31'],
    ['12.50', 'amount', 12.5],
    ['1E5', 'amount', '1E5'],
    ['1234567890123456.78', 'amount', '1234567890123456.78'],
    ['Total 5.00', 'date', 'Total 5.00'],
    ['12', 'text', '12'],
    ['', 'text', null],
    [null, 'amount', null],
    [7, 'count', 7],
  ] as const)('for %j as %s is %j', (cell, kind, stored) =>
    expect(storedCell(cell, kind)).toBe(stored),
  );
});
