import { parseDate, splitMoment, type DateStyle } from '#libs/calendar';
import type { ImportQuestion } from '#libs/contracts';
import { parseFileMoney, type DecimalStyle } from '#libs/money';
import { certainDate, isSerialDay } from '../values.js';

/**
 * The readings of one value: only in one style, differently in both styles (`ambiguous`), the same
 * in both styles, or in none.
 */
type Verdict<Style> = Style | 'ambiguous' | 'same' | 'unreadable';

export function judgeDate(moment: string): Verdict<DateStyle> {
  if (isSerialDay(moment)) return 'serial';
  const { day: text } = splitMoment(moment);
  if (certainDate(text) !== null) return /^\d{4}/.test(text) ? 'ymd' : 'same';
  const [mdy, dmy] = [parseDate(text, 'mdy'), parseDate(text, 'dmy')];
  if (mdy === dmy) return mdy === null ? 'unreadable' : 'same';
  if (mdy === null) return 'dmy';
  return dmy === null ? 'mdy' : 'ambiguous';
}

export function judgeAmount(text: string): Verdict<DecimalStyle> {
  const [point, comma] = [parseFileMoney(text, 'point').ok, parseFileMoney(text, 'comma').ok];
  if (point && comma) return 'same';
  if (!point && !comma) return 'unreadable';
  // `1,234` and `1.234` are a thousand, or a fraction that should have two decimals
  if (/^\D*[1-9]\d{0,2}[.,]\d{3}\D*$/.test(text)) return 'ambiguous';
  return point ? 'point' : 'comma';
}

const sampleCount = 5;

/** Collects the readings of one column, and finds the style that they decide. */
export class Evidence<Style extends string> {
  readonly #samples = new Map<Verdict<Style>, Set<string>>();
  /**
   * The last texts. Dates and amounts are often repeated, so that remembering them saves most of
   * the reading.
   */
  readonly #known = new Set<string>();

  /**
   * @param judge returns what one text shows about the style
   * @param exclusiveStyles the two styles that exclude each other
   */
  constructor(
    private readonly answer: Style | undefined,
    private readonly judge: (text: string) => Verdict<Style>,
    private readonly exclusiveStyles: [Style, Style],
  ) {}

  /** Adds a text of the column to the evidence for its style. */
  see(text: string): void {
    if (text === '' || this.answer || this.#known.has(text)) return;
    if (this.#known.size >= 1000) this.#known.clear();
    this.#known.add(text);
    const verdict = this.judge(text);
    const samples = this.#samples.get(verdict) ?? new Set();
    if (samples.size < sampleCount) this.#samples.set(verdict, samples.add(text.slice(0, 60)));
  }

  /** Returns the style that was answered, or that the texts so far decide. */
  style(): Style | undefined {
    if (this.answer) return this.answer;
    const { exclusiveStyles } = this;
    const [first, second] = exclusiveStyles.map((rival) => this.#samples.has(rival)) as [
      boolean,
      boolean,
    ];
    if (first || second) return first && second ? undefined : exclusiveStyles[first ? 0 : 1];
    if (this.#samples.has('ambiguous')) return undefined;
    if (this.#samples.has('same')) return exclusiveStyles[0];
    const readings = [...this.#samples.keys()];
    // plain numbers are days only if all values of the column are plain numbers
    return readings.find(
      (verdict): verdict is Style =>
        verdict !== 'unreadable' && (verdict !== 'serial' || readings.length === 1),
    );
  }

  /**
   * Returns the question about the style, if the texts do not decide it.
   * @param order the message if both styles are possible
   * @param conflict the message if some texts have one style and some the other
   */
  questions(kind: 'dateStyle' | 'decimalStyle', order: string, conflict: string): ImportQuestion[] {
    if (this.style()) return [];
    const hasBoth = this.exclusiveStyles.every((rival) => this.#samples.has(rival));
    if (hasBoth) {
      const conflicting = this.exclusiveStyles.flatMap((rival) =>
        this.#samplesOf(rival).slice(0, 3),
      );
      return [{ kind, message: conflict, samples: conflicting }];
    }
    if (!this.#samples.has('ambiguous')) return [];
    return [{ kind, message: order, samples: this.#samplesOf('ambiguous') }];
  }

  #samplesOf(verdict: Verdict<Style>): string[] {
    return [...(this.#samples.get(verdict) ?? [])];
  }
}
