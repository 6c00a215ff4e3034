import type { ImportMapping, ImportQuestion, PaymentMethod } from '#libs/contracts';
import { parseDate, type DateStyle } from '#libs/calendar';
import { parseMoney, type DecimalStyle } from '#libs/money';
import { ask } from './messages.js';
import { certainDate, findMethod, paymentMethods } from './values.js';

/** How a file writes dates and decimals; absent where the file does not decide, or where no value matters. */
export interface Styles {
  dateStyle?: DateStyle;
  decimalStyle?: DecimalStyle;
}

/** What a person or a remembered mapping has answered already: not asked again. */
export type Answered = Pick<ImportMapping, 'dateStyle' | 'decimalStyle' | 'methods' | 'defaults'>;

export interface Observer {
  /** Takes the cells of one data row. Cheap, and keeps only a few samples. */
  see(cells: string[]): void;
  /** What all rows seen so far decide, or what was answered. */
  styles(): Styles;
  /** What they leave open: asked, never guessed. */
  questions(): ImportQuestion[];
}

const sampleCount = 5;
const maxWords = 100;

/**
 * Judges a whole column's dates, decimals and payment methods in one pass over all rows: whether
 * 03/04/2025 is in March or April is decided only by a value, anywhere in the file, that rules one
 * reading out, such as 25/12/2025. `columns` says where the values stand, as in a mapping.
 */
export function createObserver(columns: ImportMapping['columns'], answered: Answered = {}): Observer {
  const dates = createEvidence(answered.dateStyle, judgeDate, ['mdy', 'dmy']);
  const amounts = createEvidence(answered.decimalStyle, judgeAmount, ['point', 'comma']);
  const methods = createMethods(columns.paymentMethod, answered);
  const cell = (cells: string[], index: number | undefined) => (index === undefined ? '' : (cells[index] ?? '').trim());
  return {
    see(cells) {
      dates.see(cell(cells, columns.date));
      amounts.see(cell(cells, columns.amount));
      methods.see(cell(cells, columns.paymentMethod));
    },
    styles: () => ({ dateStyle: dates.style(), decimalStyle: amounts.style() }),
    questions: () => [
      ...dates.questions('dateStyle', ask.dateOrder, ask.dateConflict),
      ...amounts.questions('decimalStyle', ask.decimals, ask.decimalConflict),
      ...methods.questions(),
    ],
  };
}

/** What one value says: it can only be read one way; both ways, differently; or the same either way; or it is unreadable. */
type Verdict<Style> = Style | 'ambiguous' | 'same' | 'unreadable';

function judgeDate(text: string): Verdict<DateStyle> {
  if (certainDate(text) !== null) return /^\d{4}/.test(text) ? 'ymd' : 'same';
  const [mdy, dmy] = [parseDate(text, 'mdy'), parseDate(text, 'dmy')];
  if (mdy === dmy) return mdy === null ? 'unreadable' : 'same';
  return mdy === null ? 'dmy' : dmy === null ? 'mdy' : 'ambiguous';
}

function judgeAmount(text: string): Verdict<DecimalStyle> {
  const [point, comma] = [parseMoney(text, 'point').ok, parseMoney(text, 'comma').ok];
  if (point && comma) return 'same';
  if (!point && !comma) return 'unreadable';
  // `1,234` and `1.234`: a thousand, or a fraction that ought to have had two decimals.
  if (/^\D*[1-9]\d{0,2}[.,]\d{3}\D*$/.test(text)) return 'ambiguous';
  return point ? 'point' : 'comma';
}

/** Gathers the verdicts on one column. `rivals` are the two readings that exclude each other. */
function createEvidence<Style extends string>(answer: Style | undefined, judge: (text: string) => Verdict<Style>, rivals: [Style, Style]) {
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
    return [...samples.keys()].find((verdict): verdict is Style => verdict !== 'unreadable');
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
    questions(kind: 'dateStyle' | 'decimalStyle', order: string, conflict: string): ImportQuestion[] {
      if (decided()) return [];
      const clash = rivals.every((rival) => samples.has(rival));
      if (clash) return [{ kind, message: conflict, samples: rivals.flatMap((rival) => of(rival).slice(0, 3)) }];
      return samples.has('ambiguous') ? [{ kind, message: order, samples: of('ambiguous') }] : [];
    },
  };
}

/** Gathers words for payment methods that are neither ours nor answered. */
function createMethods(column: number | undefined, { methods, defaults }: Answered) {
  const words = new Map<string, string>();
  const understood = (word: string) => findMethod(word, paymentMethods, methods) !== null;
  const fallback = understood(defaults?.paymentMethod ?? '');
  const ours = new Map<string, PaymentMethod | null>();
  let unnamed = column === undefined;
  return {
    see(word: string) {
      if (word === '') unnamed = true;
      else if (words.size < maxWords && !ours.has(word)) {
        const method = findMethod(word, paymentMethods, methods);
        if (method) ours.set(word, method);
        else words.set(word.toLowerCase(), words.get(word.toLowerCase()) ?? word.slice(0, 100));
      }
    },
    questions(): ImportQuestion[] {
      const open: ImportQuestion[] = [];
      if (words.size > 0) open.push({ kind: 'paymentMethod', message: ask.methods, samples: [...words.values()] });
      if (unnamed && !fallback) open.push({ kind: 'paymentMethod', message: ask.noMethod, samples: [] });
      return open;
    },
  };
}
