import type { ImportMapping } from '#libs/contracts';
import { parseFileMoney } from '#libs/money';
import { cellText } from './cell-text.js';
import { emailPattern } from './header.js';
import { isDateLike } from './values.js';

/**
 * Whether a row is no data: a total, a balance, a title, or the column names again. It must be
 * called once for every row, in their order.
 */
export type FooterFinder = (cells: string[]) => boolean;

const balance =
  /^(?:(?:beginning|starting|opening|ending|closing|current|available) balance\b|balance (?:(?:brought|carried) )?forward\b|(?:alter|neuer) (?:saldo|kontostand)\b|(?:anfangs|end|schluss)saldo\b|kontostand\b|(?:ancien|nouveau) solde\b|solde (?:initial|final|au|de clôture|d.ouverture)\b|saldo (?:inicial|final|anterior)\b|(?:saldo|solde)$)/i;
const total =
  /^(?:(?:grand |sub[- ]?|report |overall |page |sous[- ])?totals?\b|(?:zwischen|gesamt|end)?summe\b|gesamt(?:betrag)?\b|sous[- ]totaux\b|totales\b|suma\b|(?:number|count|sum) of\b|(?:record|row|transaction|gift|donation)s?(?: count)?\s*:|count\s*(?::\s*)?\d*$|end of (?:report|file)\b)/i;
/** A total after the name of its rows: "Hannah Brooks Total". */
const totalAtEnd = /\S (?:(?:sub[- ]?|sous[- ])?totals?|(?:zwischen|gesamt)?summe|gesamt)$/i;

/** Whether a text names a sum of other rows. */
export const isTotal = (text: string): boolean => total.test(text) || totalAtEnd.test(text);

/** A name of a sum that no giver and no memo has, so that it is a sum even in a row with a date. */
const subtotal =
  /^(?:sub[- ]?totals?\b|grand totals?\b|totals? for\b|sous[- ]total\b|total g[ée]n[ée]ral\b|zwischensumme\b|gesamtsumme\b|(?:totals?|summe|gesamt)$)/i;

/** Whether a text in a column of givers names a giver, and not a sum or a balance. */
const isGiver = (text: string) =>
  text !== '' && !isTotal(text) && !subtotal.test(text) && !balance.test(text);

/** Whether the only text of a row is a title: it has no amount, and no other delimiter. */
const isTitle = (text: string) =>
  text.length <= 120 && !/[;|\t\n]|\d[.,]\d{2}(?!\d)/.test(text) && text.split(',').length <= 2;

/**
 * Creates a function that recognizes rows which are no data. A row with a date, an amount and a
 * giver is a gift, whatever its other texts are. A row without a date is no data if a text of it
 * names a total or a balance, or if it has no giver and its amount is the sum of the rows above. In
 * the template's format, every row is a gift or an error.
 */
export function createFooterFinder(
  header: string[],
  columns: ImportMapping['columns'],
  fundColumns: ImportMapping['fundColumns'] = null,
): FooterFinder {
  const rules = new FooterRules(header, columns, fundColumns);
  return (cells) => rules.isFooter(cells);
}

/** The rules of `createFooterFinder`, with the sums of the rows so far. */
class FooterRules {
  readonly #names: string[];
  /** The columns that name the giver. */
  readonly #givers: (number | undefined)[];
  readonly #amountColumns: (number | undefined)[];
  readonly #sums = createRunningSums();

  constructor(
    header: string[],
    private readonly columns: ImportMapping['columns'],
    fundColumns: ImportMapping['fundColumns'],
  ) {
    this.#names = header.map((name) => name.trim().toLowerCase());
    this.#givers = [columns.email, columns.name, columns.firstName, columns.lastName];
    this.#amountColumns = [columns.amount, ...(fundColumns ?? []).map(({ column }) => column)];
  }

  isFooter(cells: string[]): boolean {
    const amount = cellText(cells, this.columns.amount);
    if (!isDateLike(cellText(cells, this.columns.date)))
      return this.#isFooterWithoutDate(cells, amount);
    const isFooter = this.#isFooterWithDate(cells, amount);
    if (!isFooter) this.#sums.add(amount);
    return isFooter;
  }

  #isFooterWithDate(cells: string[], amount: string): boolean {
    const hasAmount = this.#amountColumns.some((index) => cellText(cells, index) !== '');
    if (hasAmount && this.#givers.some((index) => isGiver(cellText(cells, index)))) return false;
    if (cells.some((text) => balance.test(text.trim()))) return true;
    const labels = this.#labelsOf(cells);
    const isSum = labels.some(isTotal) && this.#sums.isSum(amount);
    return isSum || labels.some((text) => subtotal.test(text));
  }

  #isFooterWithoutDate(cells: string[], amount: string): boolean {
    const texts = cells.map((text) => text.trim());
    const filled = texts.filter((text) => text !== '');
    if (filled.length > 1 && this.#isHeader(texts)) return true;
    if (filled.some((text) => emailPattern.test(text))) return false;
    if (filled.some((text) => balance.test(text) || isTotal(text))) {
      this.#sums.isSum(amount); // so that the next sum begins after this row
      return true;
    }
    const isNameless = this.#givers.every((index) => cellText(cells, index) === '');
    if (isNameless && amount !== '' && this.#sums.isSum(amount)) return true;
    const hasOneText = filled.length === 1 && this.#names.length > 2;
    return hasOneText && amount === '' && isTitle(filled[0]!);
  }

  /** Whether the row repeats the column names. */
  #isHeader(texts: string[]): boolean {
    return this.#names.every((name, index) => name === (texts[index] ?? '').toLowerCase());
  }

  /**
   * Returns the texts that may name a total: the first one, and those in place of the giver, or in
   * a file without givers the second one.
   */
  #labelsOf(cells: string[]): string[] {
    const [first = '', second = ''] = cells.map((text) => text.trim()).filter((text) => text);
    const isNamed = this.#givers.some((index) => index !== undefined);
    return [first, ...(isNamed ? this.#givers.map((index) => cellText(cells, index)) : [second])];
  }
}

/** Returns the cents of an amount in both decimal styles; null where it is no amount. */
const readInStyles = (text: string): (bigint | null)[] =>
  (['point', 'comma'] as const).map((style) => {
    const parsed = parseFileMoney(text, style);
    return parsed.ok ? parsed.cents : null;
  });

/**
 * Adds up the amounts so far in both decimal styles, because the style is known only at the end of
 * the file.
 */
function createRunningSums() {
  const centsByText = new Map<string, readonly (bigint | null)[]>();
  const read = (text: string) => {
    let cents = centsByText.get(text);
    if (!cents) {
      if (centsByText.size >= 5_000) centsByText.clear();
      centsByText.set(text, (cents = readInStyles(text)));
    }
    return cents;
  };
  const all = [0n, 0n];
  const sinceLastSum = [0n, 0n];
  let rows = 0;
  return {
    add(text: string) {
      rows++;
      for (const [style, cents] of read(text).entries()) {
        all[style]! += cents ?? 0n;
        sinceLastSum[style]! += cents ?? 0n;
      }
    },
    /**
     * Whether an amount is the sum of at least two rows: of all rows, or of those since the last
     * sum.
     */
    isSum(text: string): boolean {
      const isSumInStyle = (cents: bigint | null, style: number) =>
        cents !== null && cents !== 0n && (cents === all[style] || cents === sinceLastSum[style]);
      const isFound = rows > 1 && read(text).some(isSumInStyle);
      if (isFound) sinceLastSum.fill(0n);
      return isFound;
    },
  };
}
