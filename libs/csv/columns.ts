import type { ImportColumn, ImportField } from '#libs/contracts';
import { parseDate } from '#libs/calendar';
import { parseMoney } from '#libs/money';
import { emailPattern, meaningOf } from './header.js';
import { findMethod, paymentMethods } from './values.js';
import type { FileRow } from './records.js';

const sampleCount = 5;
const looks = 100;

const isDate = (cell: string) => (['ymd', 'mdy', 'dmy'] as const).some((style) => parseDate(cell, style) !== null);
const isAmount = (cell: string) => parseMoney(cell).ok || parseMoney(cell, 'comma').ok;
/** What the cells of some fields must look like; a header that promises another thing is not believed. */
const contents: Partial<Record<ImportField, (cell: string) => boolean>> = {
  email: (cell) => emailPattern.test(cell),
  date: isDate,
  amount: isAmount,
  name: (cell) => /\p{L}/u.test(cell) && !emailPattern.test(cell),
};
/** Amounts with cents: a column of these under an unknown header can hardly be anything but money. */
const isMoney = (cell: string) => isAmount(cell) && /[.,]\d{2}\D*$/.test(cell);

/**
 * Describes each column, with a few samples and the field it most likely means, by its header and by
 * what stands in it. A field is suggested for one column only: of two, the better name wins, then the left one.
 */
export function suggestColumns(header: string[], rows: FileRow[]): ImportColumn[] {
  const cells = header.map((_, index) => rows.slice(0, looks).map((row) => row.cells[index]?.trim() ?? '').filter((cell) => cell !== ''));
  const guesses = header
    .flatMap((name, index) => guess(name, cells[index]!).map(([field, score]) => ({ index, field, score })))
    .sort((a, b) => b.score - a.score || a.index - b.index);
  const byColumn = new Map<number, ImportField>();
  const taken = new Set<ImportField>();
  for (const { index, field } of guesses) {
    if (byColumn.has(index) || taken.has(field)) continue;
    byColumn.set(index, field);
    taken.add(field);
  }
  return header.map((name, index) => ({
    index,
    header: name.trim(),
    samples: [...new Set(cells[index])].slice(0, sampleCount).map((cell) => (cell.length > 100 ? `${cell.slice(0, 99)}…` : cell)),
    suggestion: byColumn.get(index) ?? null,
  }));
}

/** What one column may be, with scores: a known name counts above 1, mere content below. */
function guess(header: string, cells: string[]): [ImportField, number][] {
  const share = (test: (cell: string) => boolean) => (cells.length === 0 ? 0 : cells.filter(test).length / cells.length);
  const named = meaningOf(header);
  if (named) {
    // a type that is cash or check says how it was given
    if (named.field === 'type' && share((cell) => findMethod(cell, paymentMethods) !== null) >= 0.5) return [['paymentMethod', 2.5]];
    // what stands in many rows is no transaction's own
    if (named.field === 'transactionId' && new Set(cells).size < cells.length * 0.8) return [];
    const fits = contents[named.field];
    return !fits || cells.length === 0 || share(fits) >= 0.5 ? [[named.field, 3 - named.rank / 100]] : [];
  }
  if (share(contents.email!) >= 0.8) return [['email', 0.9]];
  if (share(isMoney) >= 0.8) return [['amount', 0.8]];
  return share(isDate) >= 0.8 ? [['date', 0.7]] : [];
}
