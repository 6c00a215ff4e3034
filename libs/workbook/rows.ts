import {
  cellTooLong,
  maxCell,
  maxColumns,
  maxRecord,
  recordTooLong,
  tooManyColumns,
  type FileRow,
} from '#libs/csv';
import { damaged, tooLarge } from './messages.js';

const batchRows = 1_000;
const maxRow = 1_048_576;
/**
 * Maximum number of characters of all rows. It is counted, because one text of a file can be
 * repeated in a million cells.
 */
const maxText = 256 * 1024 * 1024;

/** Collects the cells of a sheet to rows. */
export interface RowSink {
  /**
   * Sets cells of the current row.
   * @param column number of the first one, from 0
   * @param times number of cells with this text
   */
  cell(column: number, text: string, times?: number): void;
  /**
   * Ends the current row.
   * @param row its number in the sheet
   * @param times number of rows with these cells
   */
  end(row: number, times?: number, isHidden?: boolean): void;
  /** Yields the finished rows in batches. An incomplete batch is yielded only at the end. */
  batches(isLast: boolean): Generator<FileRow[]>;
}

interface FinishedRow {
  row: number;
  cells: string[];
  length: number;
  times: number;
  isHidden: boolean;
}

/**
 * Creates a sink that leaves out blank rows. It throws a CsvError if the limits of a donation file
 * are exceeded.
 */
export function createRowSink(): RowSink {
  let cells: string[] = [];
  let [width, length, longest] = [0, 0, 0];
  let lastRow = 0;
  let totalLength = 0;
  let batch: FileRow[] = [];
  let finished: FinishedRow[] = [];
  return {
    cell(column, text, times = 1) {
      if (text.trim() === '') return;
      width = Math.max(width, column + times);
      length += text.length * times;
      longest = Math.max(longest, text.length);
      while (cells.length < Math.min(column, maxColumns)) cells.push('');
      for (let index = column; index < Math.min(column + times, maxColumns); index++)
        cells[index] = text;
    },
    end(row, times = 1, isHidden = false) {
      // without increasing numbers, one row could hide another
      if (row <= lastRow) throw damaged();
      if (width > maxColumns) throw tooManyColumns(row, width, maxColumns);
      if (length > maxRecord) throw recordTooLong(row);
      if (longest > maxCell) throw cellTooLong(row, maxCell);
      lastRow = row + times - 1;
      if (width === 0) return;
      if (lastRow > maxRow) throw tooLarge();
      finished.push({ row, cells, length, times, isHidden });
      [cells, width, length, longest] = [[], 0, 0, 0];
    },
    *batches(isLast) {
      for (const { row, times, ...finishedRow } of finished) {
        for (let repetition = 0; repetition < times; repetition++) {
          totalLength += finishedRow.length;
          if (totalLength > maxText) throw tooLarge();
          const hidden = finishedRow.isHidden ? { isHidden: true } : {};
          const copy = { row: row + repetition, cells: [...finishedRow.cells], ...hidden };
          if (batch.push(copy) < batchRows) continue;
          yield batch;
          batch = [];
        }
      }
      finished = [];
      if (isLast && batch.length > 0) yield batch;
    },
  };
}
