import type { ImportMapping } from '#libs/contracts';
import { parseFileMoney } from '#libs/money';
import { emailPattern } from './header.js';
import { isDateLike } from './values.js';

/**
 * Says of a data row whether it is none: a total, a balance, a title or the column names once more. Sees every
 * row once, in their order.
 */
export type FooterFinder = (cells: string[]) => boolean;

const balance =
  /^(?:(?:beginning|starting|opening|ending|closing|current|available) balance\b|balance (?:(?:brought|carried) )?forward\b|(?:alter|neuer) (?:saldo|kontostand)\b|(?:anfangs|end|schluss)saldo\b|kontostand\b|(?:ancien|nouveau) solde\b|solde (?:initial|final|au|de clôture|d.ouverture)\b|saldo (?:inicial|final|anterior)\b|(?:saldo|solde)$)/i;
const total =
  /^(?:(?:grand |sub[- ]?|report |overall |page |sous[- ])?totals?\b|(?:zwischen|gesamt|end)?summe\b|gesamt(?:betrag)?\b|sous[- ]totaux\b|totales\b|suma\b|(?:number|count|sum) of\b|(?:record|row|transaction|gift|donation)s?(?: count)?\s*:|count\s*(?::\s*)?\d*$|end of (?:report|file)\b)/i;
/** A total that is named after what it sums: "Hannah Brooks Total". */
const totalAtEnd = /\S (?:(?:sub[- ]?|sous[- ])?totals?|(?:zwischen|gesamt)?summe|gesamt)$/i;
/** Whether a text names a sum of other rows. */
export const isTotal = (text: string): boolean => total.test(text) || totalAtEnd.test(text);
/** What no giver and no memo is called: a sum of the rows above, also beside a date. */
const subtotal =
  /^(?:sub[- ]?totals?\b|grand totals?\b|totals? for\b|sous[- ]total\b|total g[ée]n[ée]ral\b|zwischensumme\b|gesamtsumme\b|(?:totals?|summe|gesamt)$)/i;
/** Whether a text in a column of givers names somebody, and not a sum or a balance. */
const isGiver = (text: string) =>
  text !== '' && !isTotal(text) && !subtotal.test(text) && !balance.test(text);

/** Texts that stand alone and can hold no gift: no money in them, and no other separator's row. */
const isTitle = (text: string) =>
  text.length <= 120 && !/[;|\t\n]|\d[.,]\d{2}(?!\d)/.test(text) && text.split(',').length <= 2;

/**
 * A row with a day, an amount and somebody who gave is a gift, whatever its other texts say. What
 * has neither a day nor a giver and is called a total, or comes to the sum of what stands above it,
 * is the file's own addition, and so is a balance. In the template's format every row is a gift or
 * an error.
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
  // a total stands in the first cell or in place of the giver; a file without givers has it behind the date
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
      const isSum = labels.some(isTotal) && sums.comesTo(amount);
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
      sums.comesTo(amount);
      return true;
    }
    const isNameless = givers.every((index) => cell(cells, index) === '');
    if (isNameless && amount !== '' && sums.comesTo(amount)) return true;
    return filled.length === 1 && header.length > 2 && amount === '' && isTitle(filled[0]!);
  };
}

/** What the amounts so far come to, in either style: which one holds is known only at the file's end. */
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
  const [all, since] = [
    [0n, 0n],
    [0n, 0n],
  ];
  let rows = 0;
  return {
    add(text: string) {
      rows++;
      for (const [at, cents] of read(text).entries()) {
        all[at]! += cents ?? 0n;
        since[at]! += cents ?? 0n;
      }
    },
    /** all rows, or those since the last sum; of fewer than two rows an amount is no sum */
    comesTo(text: string): boolean {
      const found =
        rows > 1 &&
        read(text).some(
          (cents, at) =>
            cents !== null && cents !== 0n && (cents === all[at] || cents === since[at]),
        );
      if (found) since.fill(0n);
      return found;
    },
  };
}
