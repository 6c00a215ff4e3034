import { cellText } from '../cell-text.js';
import type { ImportMapping } from '#libs/contracts';

/** The reason why the transaction numbers of a column do not identify gifts. */
export interface DamagedNumbers {
  why: 'rounded' | 'repeated';
  samples: string[];
}

/** Maximum number of rows whose numbers are compared. */
const maxRows = 10_000;
/** Minimum number of rows. In fewer rows, numbers may repeat by chance. */
const minRows = 10;
const sampleCount = 5;

/** "2.02608E+17": a spreadsheet has kept six digits of the number. */
const isScientific = (number: string) => /^\d(?:[.,]\d+)?E\+\d+$/i.test(number);
/** Spreadsheets keep 15 digits of a number, and write zeros for the rest. */
const isLong = (number: string) => /^\d{16,}$/.test(number);
const isCutOff = (number: string) => /^\d{15}0+$/.test(number);

interface NumberObserver {
  see(cells: string[]): void;
  /** The problem of the column; null if there is none. */
  damage(): DamagedNumbers | null;
}

/**
 * Observes the column of transaction numbers. It is damaged if a spreadsheet has rounded its
 * numbers, or if each number is on average in two rows or more, and some rows with the same number
 * have different givers or days.
 */
export function createNumberObserver(columns: ImportMapping['columns']): NumberObserver {
  const { transactionId, email, name, firstName, lastName, date } = columns;
  const scientific = new Set<string>();
  const longNumbers = { all: 0, cutOff: 0, samples: new Set<string>() };
  const rowsOf = new Map<string, Set<string>>();
  let rows = 0;
  return {
    see(cells) {
      const number = cellText(cells, transactionId);
      if (number === '') return;
      if (isScientific(number) && scientific.size < sampleCount) scientific.add(number);
      if (isLong(number)) {
        longNumbers.all++;
        if (isCutOff(number)) longNumbers.cutOff++;
        if (longNumbers.samples.size < sampleCount) longNumbers.samples.add(number);
      }
      if (++rows > maxRows) return;
      const giverAndDay = [email, name, firstName, lastName, date]
        .map((index) => cellText(cells, index).toLowerCase())
        .join('\n');
      rowsOf.set(number, (rowsOf.get(number) ?? new Set()).add(giverAndDay));
    },
    damage() {
      if (scientific.size > 0) return { why: 'rounded', samples: [...scientific] };
      if (longNumbers.cutOff > 1 && longNumbers.cutOff === longNumbers.all)
        return { why: 'rounded', samples: [...longNumbers.samples] };
      const repeated = [...rowsOf].filter(([, givers]) => givers.size > 1);
      const isMost =
        rows >= minRows && repeated.length > 0 && 2 * rowsOf.size <= Math.min(rows, maxRows);
      return isMost
        ? { why: 'repeated', samples: repeated.slice(0, sampleCount).map(([number]) => number) }
        : null;
    },
  };
}
