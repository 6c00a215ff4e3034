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
/** A text that stands once in a file may be shown in each of a million cells. */
const maxText = 256 * 1024 * 1024;

export interface RowSink {
  /** Sets a cell of the row at hand, by its column from 0; the same one `times` over. */
  cell(column: number, text: string, times?: number): void;
  /** Ends the row: it is row `at` of the sheet, and the same again `times` over. */
  end(at: number, times?: number, isHidden?: boolean): void;
  /** The finished rows in batches; what is left of the last one only at the end. */
  batches(last: boolean): Generator<FileRow[]>;
}

interface FinishedRow {
  at: number;
  cells: string[];
  length: number;
  times: number;
  isHidden: boolean;
}

/** Gathers cells to rows, blank ones left out, within the limits of a donation file. Throws a CsvError beyond them. */
export function createRowSink(): RowSink {
  let cells: string[] = [];
  let [width, length, longest] = [0, 0, 0];
  let before = 0;
  let given = 0;
  let batch: FileRow[] = [];
  let finished: FinishedRow[] = [];
  return {
    cell(column, text, times = 1) {
      if (text.trim() === '') return;
      width = Math.max(width, column + times);
      length += text.length * times;
      longest = Math.max(longest, text.length);
      while (cells.length < Math.min(column, maxColumns)) cells.push('');
      for (let at = column; at < Math.min(column + times, maxColumns); at++) cells[at] = text;
    },
    end(at, times = 1, isHidden = false) {
      // numbered backward, one row would hide another
      if (at <= before) throw damaged();
      if (width > maxColumns) throw tooManyColumns(at, width, maxColumns);
      if (length > maxRecord) throw recordTooLong(at);
      if (longest > maxCell) throw cellTooLong(at, maxCell);
      before = at + times - 1;
      if (width === 0) return;
      if (before > maxRow) throw tooLarge();
      finished.push({ at, cells, length, times, isHidden });
      [cells, width, length, longest] = [[], 0, 0, 0];
    },
    *batches(last) {
      for (const row of finished) {
        for (let nth = 0; nth < row.times; nth++) {
          given += row.length;
          if (given > maxText) throw tooLarge();
          const hidden = row.isHidden ? { isHidden: true } : {};
          const size = batch.push({ row: row.at + nth, cells: [...row.cells], ...hidden });
          if (size < batchRows) continue;
          yield batch;
          batch = [];
        }
      }
      finished = [];
      if (last && batch.length > 0) yield batch;
    },
  };
}
