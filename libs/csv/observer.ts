import type { ImportMapping, ImportQuestion, WordField } from '#libs/contracts';
import { parseDate, splitMoment, type DateStyle } from '#libs/calendar';
import { parseFileMoney, toDecimal, type DecimalStyle } from '#libs/money';
import { ask } from './messages.js';
import { createNameObserver } from './detection/names.js';
import { certainDate, isSerialDay, findMethod, paymentMethods } from './values.js';
import { toKeyMap, isValidAnswer, knownAnswer, wordColumns, wordKey, type Words } from './words.js';

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

const sampleCount = 5;
/** Maximum number of words of a column that are asked about. */
const maxWords = 100;

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
  const dates = createEvidence(answered.dateStyle, judgeDate, ['mdy', 'dmy']);
  const amounts = createEvidence(answered.decimalStyle, judgeAmount, ['point', 'comma']);
  const names = createNameObserver(answered.nameStyle);
  const sums = createSums();
  const words = wordColumns.flatMap((field) =>
    columns[field] === undefined
      ? []
      : [createWords(field, columns[field], answered, source, header)],
  );
  const cell = (cells: string[], index: number | undefined) =>
    index === undefined ? '' : (cells[index] ?? '').trim();
  const hasMethod = findMethod(answered.defaults?.paymentMethod ?? '', paymentMethods) !== null;
  let lacksMethod = columns.paymentMethod === undefined;
  return {
    see(cells) {
      const amount = cell(cells, columns.amount);
      dates.see(cell(cells, columns.date));
      amounts.see(amount);
      amounts.see(cell(cells, columns.moneyOut));
      // a name in two columns has precedence over a name in one
      if (cell(cells, columns.firstName) === '' && cell(cells, columns.lastName) === '')
        names.see(cell(cells, columns.name));
      if (words.length === 0) return;
      if (cell(cells, columns.paymentMethod) === '') lacksMethod = true;
      const cents = sums(amount);
      for (const column of words) column.see(cell(cells, column.index), cents);
    },
    styles: () => ({
      nameStyle: names.style(),
      dateStyle: dates.style(),
      decimalStyle: amounts.style(),
    }),
    words: () => Object.fromEntries(words.map(({ field, answers }) => [field, answers()])),
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
 * The readings of one value: only in one style, differently in both styles (`ambiguous`), the same
 * in both styles, or in none.
 */
type Verdict<Style> = Style | 'ambiguous' | 'same' | 'unreadable';

function judgeDate(moment: string): Verdict<DateStyle> {
  if (isSerialDay(moment)) return 'serial';
  const { day: text } = splitMoment(moment);
  if (certainDate(text) !== null) return /^\d{4}/.test(text) ? 'ymd' : 'same';
  const [mdy, dmy] = [parseDate(text, 'mdy'), parseDate(text, 'dmy')];
  if (mdy === dmy) return mdy === null ? 'unreadable' : 'same';
  return mdy === null ? 'dmy' : dmy === null ? 'mdy' : 'ambiguous';
}

function judgeAmount(text: string): Verdict<DecimalStyle> {
  const [point, comma] = [parseFileMoney(text, 'point').ok, parseFileMoney(text, 'comma').ok];
  if (point && comma) return 'same';
  if (!point && !comma) return 'unreadable';
  // `1,234` and `1.234` are a thousand, or a fraction that should have two decimals
  if (/^\D*[1-9]\d{0,2}[.,]\d{3}\D*$/.test(text)) return 'ambiguous';
  return point ? 'point' : 'comma';
}

/** Collects the readings of one column. `rivals` are the two styles that exclude each other. */
function createEvidence<Style extends string>(
  answer: Style | undefined,
  judge: (text: string) => Verdict<Style>,
  rivals: [Style, Style],
) {
  const samples = new Map<Verdict<Style>, Set<string>>();
  // dates and amounts are often repeated, so that remembering the last ones saves most of the
  // reading
  const known = new Set<string>();
  const samplesOf = (verdict: Verdict<Style>) => [...(samples.get(verdict) ?? [])];
  const findStyle = (): Style | undefined => {
    if (answer) return answer;
    const [first, second] = rivals.map((rival) => samples.has(rival)) as [boolean, boolean];
    if (first || second) return first && second ? undefined : rivals[first ? 0 : 1];
    if (samples.has('ambiguous')) return undefined;
    if (samples.has('same')) return rivals[0];
    const readings = [...samples.keys()];
    // plain numbers are days only if all values of the column are plain numbers
    return readings.find(
      (verdict): verdict is Style =>
        verdict !== 'unreadable' && (verdict !== 'serial' || readings.length === 1),
    );
  };
  return {
    see(text: string) {
      if (text === '' || answer || known.has(text)) return;
      if (known.size >= 1000) known.clear();
      known.add(text);
      const verdict = judge(text);
      const seen = samples.get(verdict) ?? new Set();
      if (seen.size < sampleCount) samples.set(verdict, seen.add(text.slice(0, 60)));
    },
    style: findStyle,
    questions(
      kind: 'dateStyle' | 'decimalStyle',
      order: string,
      conflict: string,
    ): ImportQuestion[] {
      if (findStyle()) return [];
      const hasBoth = rivals.every((rival) => samples.has(rival));
      if (hasBoth) {
        const conflicting = rivals.flatMap((rival) => samplesOf(rival).slice(0, 3));
        return [{ kind, message: conflict, samples: conflicting }];
      }
      if (!samples.has('ambiguous')) return [];
      return [{ kind, message: order, samples: samplesOf('ambiguous') }];
    },
  };
}

type Sums = Record<DecimalStyle, bigint>;

/**
 * Returns a function that reads an amount in both styles, because the style is known only at the
 * end of the file. It remembers amounts, because they are often repeated.
 */
function createSums(): (text: string) => Sums {
  const known = new Map<string, Sums>();
  const read = (text: string, style: DecimalStyle) => {
    const parsed = parseFileMoney(text, style);
    return parsed.ok ? parsed.cents : 0n;
  };
  return (text) => {
    let sums = known.get(text);
    if (!sums) {
      if (known.size >= 5_000) known.clear();
      known.set(text, (sums = { point: read(text, 'point'), comma: read(text, 'comma') }));
    }
    return sums;
  };
}

interface SeenWord {
  word: string;
  rows: number;
  sums: Sums;
}

/** Collects the words of one column, with the number of their rows and the sums of the amounts. */
function createWords(
  field: WordField,
  index: number,
  { words: answered = {}, defaults }: Answered,
  source: Words,
  header: readonly string[],
) {
  const asksBlank = field === 'status' || field === 'type';
  const seen = new Map<string, SeenWord>();
  const spellings = new Map<string, SeenWord>();
  const given = toKeyMap(answered[field]);
  const answerOf = ({ word }: SeenWord): string | null => {
    const answer = given.get(wordKey(word));
    if (answer !== undefined && isValidAnswer(field, answer)) return answer;
    if (word === '' && field === 'campaign') return defaults?.campaign ?? '';
    return knownAnswer(field, word, source);
  };
  const addWord = (spelling: string): SeenWord | undefined => {
    const key = wordKey(spelling);
    let word = seen.get(key);
    if (!word && seen.size < maxWords)
      seen.set(
        key,
        (word = { word: spelling.slice(0, 200), rows: 0, sums: { point: 0n, comma: 0n } }),
      );
    if (word) spellings.set(spelling, word);
    return word;
  };
  const needsNoQuestion = ({ word, answer }: { word: string; answer: string | null }): boolean => {
    switch (field) {
      case 'paymentMethod':
        return answer !== null && answer === findMethod(word, paymentMethods);
      case 'direction':
        return answer !== null;
      case 'currency':
      case 'test':
        return answer === 'gift';
      default:
        return false;
    }
  };
  return {
    field,
    index,
    see(spelling: string, cents: Sums) {
      // rows without a method have a question of their own
      if (spelling === '' && field === 'paymentMethod') return;
      const word = spellings.get(spelling) ?? addWord(spelling);
      if (!word) return;
      word.rows++;
      word.sums.point += cents.point;
      word.sums.comma += cents.comma;
    },
    /** The answers for the words of the file, and those that were given for earlier files. */
    answers: (): Record<string, string> => ({
      ...answered[field],
      ...Object.fromEntries(
        [...seen.values()].flatMap((word) => {
          const answer = answerOf(word);
          return answer === null || word.word === '__proto__' || (word.word === '' && !asksBlank)
            ? []
            : [[word.word, answer]];
        }),
      ),
    }),
    questions(style: DecimalStyle): ImportQuestion[] {
      const words = [...seen.values()].map((word) => ({
        word: word.word,
        rows: word.rows,
        amount: toDecimal(word.sums[style]),
        answer: answerOf(word),
      }));
      if (words.length === 0 || words.every(needsNoQuestion)) return [];
      const open = words.filter(({ answer }) => answer === null);
      return [
        {
          kind: 'words',
          field,
          message: ask.wordsOf(field, header[index]),
          samples: (open.length > 0 ? open : words).slice(0, sampleCount).map(({ word }) => word),
          words,
        },
      ];
    },
  };
}
