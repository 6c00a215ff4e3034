import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { allRows, readCursor } from './paging.js';

describe('allRows', () => {
  it('yields the rows of all pages, and continues after the last row of a page', async () => {
    const pages = [
      { rows: ['Caleb', 'Esther'], next: ['Esther'] },
      { rows: ['Hannah'], next: null },
    ];
    const cursors: unknown[] = [];
    const rows = allRows(({ limit, cursor }) => {
      expect(limit).toBe(2_000);
      cursors.push(readCursor(cursor, ['text']));
      return Promise.resolve(pages[cursors.length - 1]!);
    });
    expect(await Readable.from(rows).toArray()).toEqual(['Caleb', 'Esther', 'Hannah']);
    expect(cursors).toEqual([null, ['Esther']]);
  });
});
