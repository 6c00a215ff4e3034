import { describe, expect, it } from '@jest/globals';
import { countSurplus } from './cell-count.js';

describe('cells beyond the header', () => {
  const blank = ['Ada', '5.00', '', ''];

  it('are allowed if they are blank and every row has them', () => {
    expect(countSurplus(blank, { columns: 2, minCellsOfFile: 4 })).toBe(0);
    expect(countSurplus(blank, { columns: 2, minCellsOfFile: 3 })).toBe(1);
  });

  it('are allowed if they are blank and the number of cells of other rows is unknown', () => {
    expect(countSurplus(blank, { columns: 2, minCellsOfFile: undefined })).toBe(0);
    expect(countSurplus(blank, { columns: 2 })).toBe(0);
  });

  it('are all counted as surplus if one of them has text', () => {
    expect(countSurplus(['Ada', '5.00', 'x', ''], { columns: 2, minCellsOfFile: 4 })).toBe(2);
  });
});
