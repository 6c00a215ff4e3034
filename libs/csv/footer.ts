import type { ImportMapping } from '#libs/contracts';
import { parseFileMoney } from '#libs/money';
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
/** A total behind the name of its rows: "Hannah Brooks Total". */
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
  const cell = (cells: string[], index: number | undefined) =>
    index === undefined ? '' : (cells[index] ?? '').trim();
  const givers = [columns.email, columns.name, columns.firstName, columns.lastName];
  const isNamed = givers.some((index) => index !== undefined);
  // The name of a total is in the first cell or in place of the giver. In a file without givers it
  // is in the cell behind the date.
  const labelsOf = (cells: string[]) => {
    const [first = '', second = ''] = cells.map((text) => text.trim()).filter((text) => text);
    return [first, ...(isNamed ? givers.map((index) => cell(cells, index)) : [second])];
  };
  const amountColumns = [columns.amount, ...(fundColumns ?? []).map(({ column }) => column)];
  const hasAmount = (cells: string[]) => amountColumns.some((index) => cell(cells, index) !== '');
  const names = header.map((name) => name.trim().toLowerCase());
  const sums = createRunningSums();
  return (cells) => {
    const amount = cell(cells, columns.amount);
    if (isDateLike(cell(cells, columns.date))) {
      if (hasAmount(cells) && givers.some((index) => isGiver(cell(cells, index)))) {
        sums.add(amount);
        return false;
      }
      if (cells.some((text) => balance.test(text.trim()))) return true;
      const labels = labelsOf(cells);
      const isSum = labels.some(isTotal) && sums.isSum(amount);
      if (isSum || labels.some((text) => subtotal.test(text))) return true;
      sums.add(amount);
      return false;
    }
    const texts = cells.map((text) => text.trim());
    const filled = texts.filter((text) => text !== '');
    if (
      filled.length > 1 &&
      names.every((name, index) => name === (texts[index] ?? '').toLowerCase())
    )
      return true;
    if (filled.some((text) => emailPattern.test(text))) return false;
    if (filled.some((text) => balance.test(text) || isTotal(text))) {
      sums.isSum(amount); // so that the next sum begins after this row
      return true;
    }
    const isNameless = givers.every((index) => cell(cells, index) === '');
    if (isNameless && amount !== '' && sums.isSum(amount)) return true;
    return filled.length === 1 && header.length > 2 && amount === '' && isTitle(filled[0]!);
  };
}

/**
 * Adds up the amounts so far in both decimal styles, because the style is known only at the end of
 * the file.
 */
function createRunningSums() {
  const styles = ['point', 'comma'] as const;
  const known = new Map<string, readonly (bigint | null)[]>();
  const read = (text: string) => {
    let cents = known.get(text);
    if (!cents) {
      if (known.size >= 5_000) known.clear();
      known.set(
        text,
        (cents = styles.map((style) => {
          const parsed = parseFileMoney(text, style);
          return parsed.ok ? parsed.cents : null;
        })),
      );
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
