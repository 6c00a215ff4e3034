import { describe, expect, it } from '@jest/globals';
import type { ImportMapping } from '#libs/contracts';
import { findDividedAmountText, withWholeAmount } from './divided-amount.js';

const mapping: ImportMapping = { columns: { name: 0, amount: 1, date: 2 } };
/** The header has three columns. */
const width = { columns: 3 };

describe('an amount that a comma divided', () => {
  it.each<[title: string, record: string[], amount: string | null]>([
    ['is joined from two cells', ['Ada', '1', '234.50', '2026-01-04'], '1,234.50'],
    ['is joined without cents', ['Ada', '$1', '234', '2026-01-04'], '$1,234'],
    ['is joined from three cells', ['Ada', '1', '234', '567.00', '2026-01-04'], '1,234,567.00'],
    ['is not joined in a row that is as long as the header', ['Ada', '1', '234.50'], null],
    ['is joined only from surplus cells', ['Ada', '1', '234', '567.00'], '1,234'],
    ['is not joined if the row stays too long', ['Ada', '1', '234.50', 'x', 'y'], null],
    ['must begin with at most three digits', ['Ada', '1234', '567', '2026-01-04'], null],
    ['must continue with exactly three digits', ['Ada', '1', '23.50', '2026-01-04'], null],
  ])('%s', (_title, record, amount) => {
    expect(findDividedAmountText(record, mapping, width)).toBe(amount);
  });

  it('is joined if every row of the file ends with a blank cell', () => {
    const record = ['Ada', '1', '234.50', '2026-01-04', ''];
    const endsWithComma = { columns: 3, minCellsOfFile: 4 };
    expect(withWholeAmount(record, mapping, endsWithComma)).toEqual([
      'Ada',
      '1,234.50',
      '2026-01-04',
      '',
    ]);
  });

  it('is not joined from two columns in a file whose rows end with a blank cell', () => {
    const record = ['Ada', '1', '234', ''];
    const endsWithComma = { columns: 3, minCellsOfFile: 4 };
    expect(withWholeAmount(record, mapping, endsWithComma)).toBe(record);
  });
});
