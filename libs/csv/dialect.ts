import { CsvError } from './messages.js';
import { namedFields, usualWidth } from './header.js';
import { readSample, type FileRow } from './records.js';

const delimiters = [',', ';', '\t', '|'];
/** Number of records by which a delimiter is judged. */
const maxRecords = 200;

export interface Dialect {
  delimiter: string;
  records: FileRow[];
}

/**
 * Finds the delimiter of a file by its beginning, and the records with this delimiter. It reads the
 * sample with every delimiter. The best one gives the most known column names, and then the most
 * records of equal width.
 * @throws CsvError the error of the reading with the best delimiter (see `readRows`)
 */
export function detectDialect(text: string, isWhole: boolean): Dialect {
  const hint = /^sep=([,;\t|])\r?\n/i.exec(text)?.[1];
  const readings = (hint ? [hint] : delimiters).map((delimiter) =>
    tryReading(text, delimiter, isWhole),
  );
  const best = readings.reduce((winner, reading) =>
    isBetter(reading.score, winner.score) ? reading : winner,
  );
  if (best.error) throw best.error;
  // the first line with the delimiter is a hint for Excel and no data
  return { delimiter: best.delimiter, records: hint ? best.records.slice(1) : best.records };
}

/** The number of known column names, the share of records with the usual width, and this width. */
type Score = [named: number, even: number, width: number];

function tryReading(
  text: string,
  delimiter: string,
  isWhole: boolean,
): Dialect & { score: Score; error?: CsvError } {
  try {
    const records = readSample(text, delimiter, isWhole);
    return { delimiter, records, score: scoreOf(records) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // If a quote is never closed, the text after it is judged without quotes.
    if (error.kind === 'quote' && text.includes('"'))
      return { ...tryReading(text.replaceAll('"', ''), delimiter, false), error };
    // Too many columns show that the delimiter is right. Other errors occur with every delimiter.
    return {
      delimiter,
      records: [],
      score: error.kind === 'columns' ? [99, 1, 999] : [-1, 0, 0],
      error,
    };
  }
}

function scoreOf(records: FileRow[]): Score {
  const sample = records.slice(0, maxRecords);
  const width = usualWidth(sample);
  const named = Math.max(0, ...sample.slice(0, 30).map(({ cells }) => namedFields(cells)));
  const even =
    width < 2 ? 0 : sample.filter(({ cells }) => cells.length === width).length / sample.length;
  return [named, even, width];
}

/** Whether a score is better than another one. */
function isBetter(score: Score, other: Score): boolean {
  const first = score.findIndex((value, index) => value !== other[index]);
  return first !== -1 && score[first]! > other[first]!;
}
