import type { ImportMapping, ImportQuestion } from '#libs/contracts';
import type { DateStyle } from '#libs/calendar';
import { parseFileMoney, type DecimalStyle } from '#libs/money';
import { cellText } from './cell-text.js';
import { ask } from './messages.js';
import { Evidence, judgeAmount, judgeDate } from './detection/evidence.js';
import { createNameObserver } from './detection/names.js';
import { WordObserver, type Sums } from './detection/word-observer.js';
import { findMethod, paymentMethods } from './values.js';
import { wordColumns, type Words } from './words.js';

/**
 * How a file writes names, dates and decimals. A style is absent if the file does not decide it, or
 * if no value depends on it.
 */
export interface Styles {
  nameStyle?: ImportMapping['nameStyle'];
  dateStyle?: DateStyle;
  decimalStyle?: DecimalStyle;
}

/** The answers of a user or of a remembered mapping. They are not asked again. */
export type Answered = Pick<
  ImportMapping,
  'nameStyle' | 'dateStyle' | 'decimalStyle' | 'words' | 'defaults'
>;

export interface Observer {
  /** Considers the cells of one data row. It keeps only a few samples. */
  see(cells: string[]): void;
  /** The styles that were answered, or that the rows so far decide. */
  styles(): Styles;
  /** The meanings of the words in the file that are known, for a mapping. */
  words(): Words;
  /** Questions about what the rows leave open. Known words are shown with their answers. */
  questions(): ImportQuestion[];
}

/**
 * Finds out the styles of dates and decimals, and the words, from all rows of a file. Whether
 * 03/04/2025 is in March or April follows only from another value of the file that has one reading,
 * such as 25/12/2025.
 * @param columns where the values are, as in a mapping
 * @param source the meanings of the words of a known source
 * @param header the names of the columns, for the questions
 */
export function createObserver(
  columns: ImportMapping['columns'],
  answered: Answered = {},
  source: Words = {},
  header: readonly string[] = [],
): Observer {
  const dates = new Evidence(answered.dateStyle, judgeDate, ['mdy', 'dmy']);
  const amounts = new Evidence(answered.decimalStyle, judgeAmount, ['point', 'comma']);
  const names = createNameObserver(answered.nameStyle);
  const sums = createSums();
  const words = wordColumns.flatMap((field) => {
    const index = columns[field];
    if (index === undefined) return [];
    return [new WordObserver({ field, index, name: header[index] }, answered, source)];
  });
  const hasMethod = findMethod(answered.defaults?.paymentMethod ?? '', paymentMethods) !== null;
  let lacksMethod = columns.paymentMethod === undefined;
  return {
    see(cells) {
      const amount = cellText(cells, columns.amount);
      dates.see(cellText(cells, columns.date));
      amounts.see(amount);
      amounts.see(cellText(cells, columns.moneyOut));
      // a name in two columns has precedence over a name in one
      if (cellText(cells, columns.firstName) === '' && cellText(cells, columns.lastName) === '')
        names.see(cellText(cells, columns.name));
      if (words.length === 0) return;
      if (cellText(cells, columns.paymentMethod) === '') lacksMethod = true;
      const cents = sums(amount);
      for (const column of words) column.see(cellText(cells, column.index), cents);
    },
    styles: () => ({
      nameStyle: names.style(),
      dateStyle: dates.style(),
      decimalStyle: amounts.style(),
    }),
    words: () => Object.fromEntries(words.map((column) => [column.field, column.answers()])),
    questions: () => [
      ...dates.questions('dateStyle', ask.dateOrder, ask.dateConflict),
      ...amounts.questions('decimalStyle', ask.decimals, ask.decimalConflict),
      ...names.questions(),
      ...words.flatMap((column) => column.questions(amounts.style() ?? 'point')),
      ...(lacksMethod && !hasMethod
        ? [{ kind: 'paymentMethod' as const, message: ask.noMethod, samples: [] }]
        : []),
    ],
  };
}

/**
 * Returns a function that reads an amount in both styles, because the style is known only at the
 * end of the file. It remembers amounts, because they are often repeated.
 */
function createSums(): (text: string) => Sums {
  const sumsByText = new Map<string, Sums>();
  const read = (text: string, style: DecimalStyle) => {
    const parsed = parseFileMoney(text, style);
    return parsed.ok ? parsed.cents : 0n;
  };
  return (text) => {
    let sums = sumsByText.get(text);
    if (!sums) {
      if (sumsByText.size >= 5_000) sumsByText.clear();
      sumsByText.set(text, (sums = { point: read(text, 'point'), comma: read(text, 'comma') }));
    }
    return sums;
  };
}
