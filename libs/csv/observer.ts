import type { ImportMapping, ImportQuestion, WordField } from '#libs/contracts';
import { parseDate, splitMoment, type DateStyle } from '#libs/calendar';
import { parseFileMoney, toDecimal, type DecimalStyle } from '#libs/money';
import { ask } from './messages.js';
import { createNameObserver } from './detection/names.js';
import { certainDate, isSerialDay, findMethod, paymentMethods } from './values.js';
import { toKeyMap, isAnswer, knownAnswer, wordColumns, wordKey, type Words } from './words.js';

/** How a file writes dates and decimals; absent where the file does not decide, or where no value matters. */
export interface Styles {
  nameStyle?: ImportMapping['nameStyle'];
  dateStyle?: DateStyle;
  decimalStyle?: DecimalStyle;
}

/** What a person or a remembered mapping has answered already: not asked again. */
export type Answered = Pick<
  ImportMapping,
  'nameStyle' | 'dateStyle' | 'decimalStyle' | 'words' | 'defaults'
>;

export interface Observer {
  /** Takes the cells of one data row. Cheap, and keeps only a few samples. */
  see(cells: string[]): void;
  /** What all rows seen so far decide, or what was answered. */
  styles(): Styles;
  /** What is known of the words that stand in the file, for a mapping. */
  words(): Words;
  /** What they leave open: asked, never guessed. Words that are known are shown with their answers. */
  questions(): ImportQuestion[];
}

const sampleCount = 5;
/** A column with more words than this is none of words: what is beyond stands for itself, or is an error of its row. */
const maxWords = 100;

/**
 * Judges a whole column's dates, decimals and words in one pass over all rows: whether 03/04/2025 is in March
 * or April is decided only by a value, anywhere in the file, that rules one reading out, such as 25/12/2025.
 * `columns` says where the values are, as in a mapping; `source` is what a known source's words mean; questions
 * name the columns of `header`.
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
  let unnamed = columns.paymentMethod === undefined;
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
      if (cell(cells, columns.paymentMethod) === '') unnamed = true;
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
      ...(unnamed && !hasMethod
        ? [{ kind: 'paymentMethod' as const, message: ask.noMethod, samples: [] }]
        : []),
    ],
  };
}

/**
 * What one value says: it can only be read one way; both ways, differently; or the same either way; or it is
 * unreadable.
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
  // `1,234` and `1.234`: a thousand, or a fraction that ought to have had two decimals.
  if (/^\D*[1-9]\d{0,2}[.,]\d{3}\D*$/.test(text)) return 'ambiguous';
  return point ? 'point' : 'comma';
}

/** Gathers the verdicts on one column. `rivals` are the two readings that exclude each other. */
function createEvidence<Style extends string>(
  answer: Style | undefined,
  judge: (text: string) => Verdict<Style>,
  rivals: [Style, Style],
) {
  const samples = new Map<Verdict<Style>, Set<string>>();
  // Dates and amounts repeat a lot; a small memory of the last ones saves most of the reading.
  const known = new Set<string>();
  const of = (verdict: Verdict<Style>) => [...(samples.get(verdict) ?? [])];
  const decided = (): Style | undefined => {
    if (answer) return answer;
    const [first, second] = rivals.map((rival) => samples.has(rival)) as [boolean, boolean];
    if (first || second) return first && second ? undefined : rivals[first ? 0 : 1];
    if (samples.has('ambiguous')) return undefined;
    if (samples.has('same')) return rivals[0];
    const readings = [...samples.keys()];
    // plain numbers are days only where the whole column is so
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
    style: decided,
    questions(
      kind: 'dateStyle' | 'decimalStyle',
      order: string,
      conflict: string,
    ): ImportQuestion[] {
      if (decided()) return [];
      const clash = rivals.every((rival) => samples.has(rival));
      if (clash)
        return [
          { kind, message: conflict, samples: rivals.flatMap((rival) => of(rival).slice(0, 3)) },
        ];
      return samples.has('ambiguous') ? [{ kind, message: order, samples: of('ambiguous') }] : [];
    },
  };
}

type Sums = Record<DecimalStyle, bigint>;

/** What an amount comes to in either style: which one holds is known only at the file's end. Amounts repeat a lot. */
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

/** Gathers the words of one column, each with its rows and what they come to. */
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
    if (answer !== undefined && isAnswer(field, answer)) return answer;
    if (word === '' && field === 'campaign') return defaults?.campaign ?? '';
    return knownAnswer(field, word, source);
  };
  const meet = (spelling: string): SeenWord | undefined => {
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
  return {
    field,
    index,
    see(spelling: string, cents: Sums) {
      // rows without a method have a question of their own
      if (spelling === '' && field === 'paymentMethod') return;
      const word = spellings.get(spelling) ?? meet(spelling);
      if (!word) return;
      word.rows++;
      word.sums.point += cents.point;
      word.sums.comma += cents.comma;
    },
    /** of the words that stand in the file, and of those that were answered for others like it */
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
      // methods by their own names need no question
      if (
        field === 'paymentMethod' &&
        words.every(
          ({ word, answer }) => answer !== null && answer === findMethod(word, paymentMethods),
        )
      )
        return [];
      if (
        (field === 'currency' || field === 'direction' || field === 'test') &&
        words.every(({ answer }) => answer === 'gift' || (field === 'direction' && answer !== null))
      )
        return [];
      if (words.length === 0) return [];
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
