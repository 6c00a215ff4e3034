import { describe, expect, it } from '@jest/globals';
import type { ImportMapping, ImportMappingChoice } from '#libs/contracts';
import { applyChoice } from './mapping.js';

const suggested: ImportMapping = {
  columns: { name: 0, amount: 1, date: 2, transactionId: 3 },
  dateStyle: 'dmy',
  decimalStyle: 'comma',
  numbers: 'startAgain',
  joinAmounts: true,
};
const withColumns = (columns: ImportMapping['columns']): ImportMappingChoice => ({
  columns: { ...suggested.columns, ...columns },
});

describe('the detected properties of a column', () => {
  it.each<[title: string, choice: ImportMappingChoice, changed: Partial<ImportMapping>]>([
    ['are kept if the choice names no columns', {}, {}],
    ['are kept if the choice names the same columns', withColumns({}), {}],
    [
      'are removed if the choice names another column of dates',
      withColumns({ date: 4 }),
      { dateStyle: undefined },
    ],
    [
      'are removed if the choice names another column of amounts',
      withColumns({ amount: 4 }),
      { decimalStyle: undefined, joinAmounts: undefined },
    ],
    [
      'are removed if the choice names another column of numbers',
      withColumns({ transactionId: 4 }),
      { numbers: undefined },
    ],
  ])('%s', (_title, choice, changed) => {
    const { dateStyle, decimalStyle, numbers, joinAmounts } = applyChoice(suggested, choice, []);
    expect({ dateStyle, decimalStyle, numbers, joinAmounts }).toEqual({
      dateStyle: 'dmy',
      decimalStyle: 'comma',
      numbers: 'startAgain',
      joinAmounts: true,
      ...changed,
    });
  });
});
