import { CsvError } from './messages.js';
import { namedFields, usualWidth } from './header.js';
import { readSample, type FileRow } from './records.js';

const delimiters = [',', ';', '\t', '|'];
const judged = 200;

export interface Dialect {
  delimiter: string;
  records: FileRow[];
}

/**
 * The delimiter of a file's beginning, and its records by it. Every candidate reads the sample,
 * quotes and all; the one that wins makes the most known column names, then the most even records.
 * Throws what the winner's reading throws (see `readRows`).
 */
export function detectDialect(text: string, whole: boolean): Dialect {
  const hinted = /^sep=([,;\t|])\r?\n/i.exec(text)?.[1];
  const readings = (hinted ? [hinted] : delimiters).map((delimiter) =>
    tryReading(text, delimiter, whole),
  );
  const best = readings.reduce((winner, reading) =>
    beats(reading.score, winner.score) ? reading : winner,
  );
  if (best.error) throw best.error;
  // Excel's own hint about the delimiter stands above the header and is none of the file's data.
  return { delimiter: best.delimiter, records: hinted ? best.records.slice(1) : best.records };
}

type Score = [named: number, even: number, width: number];

function tryReading(
  text: string,
  delimiter: string,
  whole: boolean,
): Dialect & { score: Score; error?: CsvError } {
  try {
    const records = readSample(text, delimiter, whole);
    return { delimiter, records, score: scoreOf(records) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // A quote that is never closed belongs to a file of its delimiter and no other: what it swallowed is judged without it.
    if (error.kind === 'quote' && text.includes('"'))
      return { ...tryReading(text.replaceAll('"', ''), delimiter, false), error };
    // Too many columns tell of the right delimiter; other troubles are the same with every delimiter.
    return {
      delimiter,
      records: [],
      score: error.kind === 'columns' ? [99, 1, 999] : [-1, 0, 0],
      error,
    };
  }
}

function scoreOf(records: FileRow[]): Score {
  const looked = records.slice(0, judged);
  const width = usualWidth(looked);
  const named = Math.max(0, ...looked.slice(0, 30).map(({ cells }) => namedFields(cells)));
  const even =
    width < 2 ? 0 : looked.filter(({ cells }) => cells.length === width).length / looked.length;
  return [named, even, width];
}

function beats(score: Score, other: Score): boolean {
  const first = score.findIndex((value, index) => value !== other[index]);
  return first !== -1 && score[first]! > other[first]!;
}
