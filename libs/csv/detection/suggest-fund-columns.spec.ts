import { describe, expect, it } from '@jest/globals';
import type { ImportMapping } from '#libs/contracts';
import { createAmountColumnObserver } from './amount-columns.js';
import { suggestFundColumns } from './suggest-fund-columns.js';

const suggested = (
  header: string[],
  columns: ImportMapping['columns'],
  further: number[],
  total: number | null = null,
) => suggestFundColumns({ columns }, header, further, total);

describe('columns of amounts', () => {
  it('are funds if a column beside each of them names a fund', () => {
    const header = ['Name', 'Fund 1', 'Amount 1', 'Fund 2', 'Amount 2'];
    expect(suggested(header, { amount: 2 }, [4])).toEqual({
      fundColumns: [
        { column: 2, fundColumn: 1 },
        { column: 4, fundColumn: 3 },
      ],
      total: null,
      isSure: true,
    });
  });

  it('are funds if their headings name funds', () =>
    expect(suggested(['Name', 'Tithes', 'Building Fund'], { amount: 1 }, [2])).toMatchObject({
      isSure: true,
    }));

  it('are funds if another column is their sum, which is then the total', () =>
    expect(suggested(['Name', 'Hall', 'Choir', 'Sum'], { amount: 3 }, [1, 2], 3)).toEqual({
      fundColumns: [{ column: 1 }, { column: 2 }],
      total: 3,
      isSure: true,
    }));

  it('are suggested as funds with less certainty in other cases', () =>
    expect(suggested(['Name', 'Amount', 'Hall'], { amount: 1 }, [2])).toMatchObject({
      fundColumns: [{ column: 1 }, { column: 2 }],
      isSure: false,
    }));

  it('keep the column of the fund for the first of them', () =>
    expect(
      suggested(['Fund', 'Name', 'Amount', 'Hall'], { campaign: 0, amount: 2 }, [3]),
    ).toMatchObject({ fundColumns: [{ column: 2, fundColumn: 0 }, { column: 3 }] }));

  it('do not include totals, and are less certain if another column names the fund', () => {
    const header = ['Envelope', 'Name', 'Tithe', 'Offering', 'Total Offerings'];
    expect(suggested(header, { name: 1, amount: 2 }, [3, 4])).toEqual({
      fundColumns: [{ column: 2 }, { column: 3 }],
      total: 4,
      isSure: true,
    });
    expect(suggested(header, { name: 1, amount: 4, campaign: 0 }, [2, 3], 4)).toEqual({
      fundColumns: [{ column: 2 }, { column: 3 }],
      total: 4,
      isSure: false,
    });
  });

  it('are suggested as funds only if there are at most fifty', () => {
    const columns = Array.from({ length: 51 }, (_, index) => index);
    const header = columns.map((index) => `Mission ${index}`);
    expect(suggested(header, {}, columns)).toBeNull();
    expect(suggested(header, {}, columns.slice(1))?.fundColumns).toHaveLength(50);
  });

  it.each(['fee', 'net', 'refunded', 'refundOf', 'moneyOut'] as const)(
    'are not suggested if the file has a column %s, because its value is for the whole row',
    (field) => expect(suggested(['A', 'B', 'C'], { amount: 0, [field]: 2 }, [1])).toBeNull(),
  );
});

it('a column of envelope numbers is no column of amounts', () => {
  const observer = createAmountColumnObserver(['Tithe', 'Offering Envelope'], {
    columns: { amount: 0 },
  });
  observer.see(['100.00', '412']);
  observer.see(['50.00', '413']);
  expect(observer.columns()).toEqual([]);
});

describe('a column of totals', () => {
  const totalOf = (...rows: string[][]) => {
    const observer = createAmountColumnObserver(['Tithe', 'Offering', 'Sum'], {
      columns: { amount: 2 },
    });
    for (const row of rows) observer.see(row);
    return observer.total();
  };

  it('is the sum of the others in every row', () =>
    expect(
      totalOf(
        ['100.00', '10.00', '110.00'],
        ['50.00', '', '50.00'],
        ['', '', ''],
        ['60.00', '11.00', '71.00'],
      ),
    ).toBe(2));

  it('is not found if one row differs', () =>
    expect(
      totalOf(['100.00', '10.00', '110.00'], ['60.00', '11.00', '71.00'], ['1.00', '', '2.00']),
    ).toBeNull());

  it('is found if each row has one amount, but not always in the same column', () =>
    expect(totalOf(['100.00', '', '100.00'], ['', '50.00', '50.00'])).toBe(2));

  it('is not found in a single row, or if all amounts are in the same column', () => {
    expect(totalOf(['100.00', '10.00', '110.00'])).toBeNull();
    expect(totalOf(['100.00', '', '100.00'], ['50.00', '', '50.00'])).toBeNull();
  });
});
