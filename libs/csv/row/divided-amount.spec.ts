import { describe, expect, it } from '@jest/globals';
import type { ImportMapping } from '#libs/contracts';
import { findDividedAmountText, withWholeAmount } from './divided-amount.js';

const mapping: ImportMapping = { columns: { name: 0, amount: 1, date: 2 } };
/** The header has three columns. */
const width = { columns: 3 };

describe('an amount that a comma divided', () => {
  it.each<[title: string, record: string[], amount: string | null]>([
    ['is put together from two cells', ['Ada', '1', '234.50', '2026-01-04'], '1,234.50'],
    ['is put together without cents', ['Ada', '$1', '234', '2026-01-04'], '$1,234'],
    ['is put together from three', ['Ada', '1', '234', '567.00', '2026-01-04'], '1,234,567.00'],
    ['is not looked for in a row that fits the header', ['Ada', '1', '234.50'], null],
    ['takes no more cells than the row has too many', ['Ada', '1', '234', '567.00'], '1,234'],
    ['is none if a further cell is too many', ['Ada', '1', '234.50', 'x', 'y'], null],
    ['begins with at most three digits', ['Ada', '1234', '567', '2026-01-04'], null],
    ['goes on with exactly three digits', ['Ada', '1', '23.50', '2026-01-04'], null],
  ])('%s', (_title, record, amount) => {
    expect(findDividedAmountText(record, mapping, width)).toBe(amount);
  });

  it('is found if every row of the file ends with a blank cell', () => {
    const record = ['Ada', '1', '234.50', '2026-01-04', ''];
    const endsWithComma = { columns: 3, minCellsOfFile: 4 };
    expect(withWholeAmount(record, mapping, endsWithComma)).toEqual([
      'Ada',
      '1,234.50',
      '2026-01-04',
      '',
    ]);
  });

  it('is not made of two columns in a file whose rows end with a blank cell', () => {
    const record = ['Ada', '1', '234', ''];
    const endsWithComma = { columns: 3, minCellsOfFile: 4 };
    expect(withWholeAmount(record, mapping, endsWithComma)).toBe(record);
  });
});
