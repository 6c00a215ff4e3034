import { expect, it } from '@jest/globals';
import { createAmountColumnObserver } from './amount-columns.js';

/**
 * Returns the headings of the columns that could contain further gifts, in a file whose second
 * column is the amount.
 */
const findColumns = (header: string[], ...rows: string[][]) => {
  const observer = createAmountColumnObserver(header, { columns: { name: 0, amount: 1 } });
  for (const row of rows) observer.see(row);
  return observer.columns().map((column) => column.header);
};

it.each([
  ['amounts with cents are further gifts', 'Offering', ['10.00', '', '11.50'], true],
  ['amounts with a decimal comma are further gifts', 'Kollekte', ['10,00', '1.011,50'], true],
  ['a balance is no further gift', 'Balance', ['10.00', '21.50'], false],
  ['a fee is no further gift', 'Service fee', ['0.50', '0.70'], false],
  ['net amounts are no further gifts', 'NetAmount', ['9.50', '9.70'], false],
  ['the word "net" counts only as a whole word', 'Cabinet fund', ['9.50', '9.70'], true],
  ['numbers without cents are no further gifts', 'Check number', ['1001', '1002'], false],
  ['numbers without cents are further gifts if the heading names a fund', 'Offering', ['10'], true],
  ['numbers without cents are further gifts under a heading of amounts', 'Gift 2', ['10'], true],
  ['a column of a fund with one amount is a further gift', 'Missions', ['10.00', 'x', 'y'], true],
  ['a column of zeros is no further gift', 'Other', ['0.00', '0.00'], false],
  ['a column that repeats the amount is no further gift', 'Gift', ['5.00', '6.00'], false],
  ['a running balance is no further gift', 'After', ['105.00', '111.00', '118.00'], false],
  [
    'a running balance is no further gift if the newest row is the first',
    'After',
    ['118.00', '113.00', '107.00'],
    false,
  ],
  ['other increasing amounts are further gifts', 'Hall', ['105.00', '111.00', '119.00'], true],
  ['a column of mostly text is no further gift', 'Remark', ['10.00', 'late', 'by mail'], false],
])('in a file with a column of amounts, %s', (_, header, cells, isFound) => {
  const rows = cells.map((cell, index) => ['Ada', `${index + 5}.00`, cell]);
  expect(findColumns(['Name', 'Amount', header], ...rows)).toEqual(isFound ? [header] : []);
});
