import { describe, expect, it } from '@jest/globals';
import { MeasuredRows } from './measured-rows';
import { rowsOfEqualHeight } from './row-layout';

describe('rowsOfEqualHeight', () => {
  it('calculates the positions of rows of the same height', () => {
    const rows = rowsOfEqualHeight(40);
    expect([rows.topOf(0), rows.topOf(100_000)]).toEqual([0, 4_000_000]);
    expect([0, 39, 40, 4_000_001].map((top) => rows.rowAt(top))).toEqual([0, 0, 1, 100_000]);
  });
});

describe('MeasuredRows', () => {
  it('uses the estimated height of rows until they are measured', () => {
    const rows = new MeasuredRows(80);
    rows.resize(100_000);
    expect(rows.topOf(100_000)).toBe(8_000_000);
    rows.measured(1, [100, 60.2]);
    expect([1, 2, 3, 4].map((row) => Math.round(rows.topOf(row)))).toEqual([80, 180, 240, 320]);
    expect([0, 79, 80, 179, 181, 241].map((top) => rows.rowAt(top))).toEqual([0, 0, 1, 1, 2, 3]);
  });

  it('keeps measured heights if rows are added, until `forget` is called', () => {
    const rows = new MeasuredRows(80);
    rows.resize(2);
    rows.measured(0, [100, 100]);
    rows.resize(3);
    expect(rows.topOf(3)).toBe(280);
    rows.measured(5, [1]);
    rows.forget();
    expect(rows.topOf(3)).toBe(240);
    rows.resize(0);
    expect([rows.topOf(0), rows.topOf(7), rows.rowAt(900)]).toEqual([0, 0, 0]);
  });
});
