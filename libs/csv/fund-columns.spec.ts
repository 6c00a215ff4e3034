import { describe, expect, it } from '@jest/globals';
import type { ImportMapping } from '#libs/contracts';
import { asRowOfFile, createRowDivider, createRowNames } from './fund-columns.js';

const header = ['Date', 'Name', 'Tithe', 'Offering'];
const columns = { date: 0, name: 1, amount: 2 };
const titheAndOffering: ImportMapping = { columns, fundColumns: [{ column: 2 }, { column: 3 }] };

const partsOf = (cells: string[], mapping = titheAndOffering, headings = header) =>
  createRowDivider(
    mapping,
    headings,
  )({ row: 5, cells }).map(({ row, cells: part }) => [row, ...part.slice(headings.length)]);

describe('a row of a file with a column for each fund', () => {
  it('has a part for each amount, with the heading as its fund', () =>
    expect(partsOf(['2026-02-01', 'Ada', '100.00', '10.00'])).toEqual([
      [10, '100.00', 'Tithe'],
      [11, '10.00', 'Offering'],
    ]));

  it.each(['', ' ', '-', '$ -', '0.00', '0,00', '$0.00'])(
    'has no part for the amount "%s"',
    (nothing) =>
      expect(partsOf(['2026-02-01', 'Ada', nothing, '10.00'])).toEqual([[11, '10.00', 'Offering']]),
  );

  it('has a part for a text that is no amount, so that it becomes an error', () =>
    expect(partsOf(['2026-02-01', 'Ada', 'ten', '10.00'])).toHaveLength(2));

  it('has one part if it has no amount', () =>
    expect(partsOf(['2026-02-01', 'Ada', '', '0.00'])).toEqual([[10, '', 'Tithe']]));

  it('may lack only the cells of its last funds', () => {
    expect(partsOf(['2026-02-01', 'Ada', '100.00'])).toEqual([[10, '100.00', 'Tithe']]);
    const short = createRowDivider(titheAndOffering, header)({ row: 5, cells: ['2026-02-01'] });
    expect(short).toEqual([{ row: 10, cells: ['2026-02-01'] }]);
  });

  it('adds cells beyond the header to the end of each of its parts', () =>
    expect(partsOf(['2026-02-01', 'Ada', '1', '234.50', '9'])).toEqual([
      [10, '1', 'Tithe', '9'],
      [11, '234.50', 'Offering', '9'],
    ]));

  it('can name the fund of each part in a column beside the amount', () =>
    expect(
      partsOf(
        ['Ada', 'Building', '10.00', 'Missions', '5.00'],
        {
          columns: { name: 0, amount: 2 },
          fundColumns: [
            { column: 2, fundColumn: 1 },
            { column: 4, fundColumn: 3 },
          ],
        },
        ['Name', 'Fund', 'Amount', 'Fund', 'Amount'],
      ),
    ).toEqual([
      [10, '10.00', 'Building'],
      [11, '5.00', 'Missions'],
    ]));

  it('has a part without a fund if the heading names only an amount, such as "Amount"', () =>
    expect(
      partsOf(
        ['Ada', '10.00', '5.00'],
        { columns: { name: 0, amount: 1 }, fundColumns: [{ column: 1 }, { column: 2 }] },
        ['Name', 'Amount', 'Missions'],
      ),
    ).toEqual([
      [10, '10.00', ''],
      [11, '5.00', 'Missions'],
    ]));

  it('has the fund that the row names for all its parts', () =>
    expect(
      partsOf(
        ['2026-02-01', 'Ada', '100.00', '10.00', 'Youth'],
        { ...titheAndOffering, columns: { ...columns, campaign: 4 } },
        [...header, 'campaign'],
      ),
    ).toEqual([
      [10, '100.00', 'Youth'],
      [11, '10.00', 'Youth'],
    ]));

  it('has the fund of the heading if the column of the fund is empty', () =>
    expect(
      partsOf(
        ['Ada', '', '10.00', '', '5.00'],
        {
          columns: { name: 0, amount: 2 },
          fundColumns: [
            { column: 2, fundColumn: 1 },
            { column: 4, fundColumn: 3 },
          ],
        },
        ['Name', 'Fund 1', 'Offering', 'Fund 2', 'Amount 2'],
      ),
    ).toEqual([
      [10, '10.00', 'Offering'],
      [11, '5.00', ''],
    ]));

  it('is refused if it is so far down that its parts cannot be numbered', () => {
    const divide = createRowDivider(titheAndOffering, header);
    const cells = ['2026-02-01', 'Ada', '1.00', '2.00'];
    expect(() => divide({ row: 2 ** 30, cells })).toThrow('Remove the empty rows');
    expect(divide({ row: 2 ** 30 - 2, cells })).toHaveLength(2);
  });

  it('is not divided if the mapping names no columns of funds', () => {
    const row = { row: 5, cells: ['2026-02-01'] };
    expect(createRowDivider({ columns }, header)(row)).toEqual([row]);
  });
});

describe('the name of a row', () => {
  const named = (mapping: ImportMapping, headings: string[], ...rows: number[]) =>
    rows.map(createRowNames(mapping, headings));

  it('is its number in the file, with the heading of its fund', () =>
    expect(named(titheAndOffering, header, 10, 11)).toEqual(['5, Tithe', '5, Offering']));

  it('shortens a long heading', () => {
    const longHeader = ['Date', 'Name', 'x'.repeat(100_000), 'Offering'];
    expect(named(titheAndOffering, longHeader, 10)[0]!.length).toBeLessThan(200);
  });

  it('has a number instead of the heading if headings are equal or missing', () => {
    const repeatedHeader = ['Date', 'Name', 'Amount', 'Amount'];
    expect(named(titheAndOffering, repeatedHeader, 10, 11)).toEqual(['5, Amount 1', '5, Amount 2']);
    expect(named(titheAndOffering, ['', '', '', 'Youth'], 10, 11)).toEqual([
      '5, Amount 1',
      '5, Youth',
    ]);
  });

  it('is only its number in other files', () =>
    expect(named({ columns }, header, 5)).toEqual(['5']));
});

describe('asRowOfFile', () => {
  it('returns the cells of a part with its own amount only', () => {
    const record = ['2026-02-01', 'Ada', '100.00', '10.00', '10.00', 'Offering'];
    expect(asRowOfFile({ row: 11, record }, titheAndOffering, 4)).toEqual({
      cells: ['2026-02-01', 'Ada', '', '10.00'],
      columns: { date: 0, name: 1, amount: 3 },
    });
  });
});
