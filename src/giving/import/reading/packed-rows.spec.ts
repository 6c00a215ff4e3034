import { describe, expect, it } from '@jest/globals';
import type { ImportMapping } from '#libs/contracts';
import type { RowKind } from '#libs/csv';
import { packRows, unpackRows } from './packed-rows.js';
import { readRecord, toFormat } from './read-row.js';

const mapping: ImportMapping = {
  columns: { name: 0, amount: 1, paymentMethod: 2, date: 3, campaign: 4, notes: 5, status: 6 },
  dateStyle: 'mdy',
  decimalStyle: 'point',
  encoding: 'utf-8',
  words: { status: { paid: 'gift', refunded: 'refund', failed: 'not', odd: 'ask' } },
};
const format = toFormat({
  mapping,
  zones: { church: 'America/Chicago' },
  columns: 7,
  minCellsOfFile: 7,
  isTemplate: false,
});

const read = (row: number, cells: string[], kind: RowKind = 'gift') =>
  readRecord(row, cells, format, kind);

describe('packed rows', () => {
  it.each([
    ['a gift', ['Ann Lee', '12.50', 'Cash', '3/4/2025', 'Missions', 'thanks', 'paid']],
    ['a gift without a campaign', ['Ann Lee', '12.50', 'Cash', '3/4/2025', '', '', 'paid']],
    ['a refund', ['Ann Lee', '12.50', 'Cash', '3/4/2025', 'Missions', '', 'refunded']],
    ['a row that is no gift', ['Ann Lee', '12.50', 'Cash', '3/4/2025', '', '', 'failed']],
    ['a row that needs a decision', ['Ann Lee', '12.50', 'Cash', '3/4/2025', '', '', 'odd']],
    ['a row with several errors', ['', 'x', 'Gold', '45/99/2025', '', 'n'.repeat(3_000), 'paid']],
    ['an amount beyond 64 bits', ['Ann Lee', '9'.repeat(60), 'Cash', '3/4/2025', '', '', 'paid']],
    ['too few cells', ['Ann Lee', '1.00']],
    ['blank cells', ['', '', '', '', '', '', '']],
  ])('are unpacked unchanged: %s', (_, cells) => {
    const rows = [read(2, ['Bo Ray', '1.00', 'Check', '1/2/2025', 'Roof', '', '']), read(7, cells)];
    expect(unpackRows(structuredClone(packRows(rows)))).toEqual(rows);
  });

  it('are unpacked unchanged if they are a total at the end of the file', () => {
    const rows = [read(9, ['Total', '13.50', '', '', '', '', ''], 'total')];
    expect(unpackRows(structuredClone(packRows(rows)))).toEqual(rows);
  });
});
