import type { ImportColumn, ImportField } from '#libs/contracts';
import { parseFileMoney } from '#libs/money';
import { namesFund } from './fund-headings.js';
import { emailPattern, meaningOf } from './header.js';
import { findMethod, isDateLike, isSerialDay, paymentMethods } from './values.js';
import type { FileRow } from './records.js';

const sampleCount = 5;
const looks = 100;

const isAmount = (cell: string) => parseFileMoney(cell).ok || parseFileMoney(cell, 'comma').ok;
/** What the cells of some fields must look like; a header that promises another thing is not believed. */
const contents: Partial<Record<ImportField, (cell: string) => boolean>> = {
  email: (cell) => emailPattern.test(cell),
  date: isDateLike,
  amount: isAmount,
  refunded: isAmount,
  moneyOut: isAmount,
  direction: (cell) => !isAmount(cell),
  name: (cell) => /\p{L}/u.test(cell) && !emailPattern.test(cell),
};
/** The name of a bank account, or its number with some digits hidden, is no fund. */
const isBankAccount = (cell: string) =>
  !/\p{L}{3}/u.test(cell) ||
  /(?:^|\P{L})(?:checking|savings|bank|girokonto)(?:$|\P{L})/iu.test(cell) ||
  /[x*•]{2}\s?\d{2}/i.test(cell);
/** Amounts with cents: a column of these under an unknown header can hardly be anything but money. */
const isMoney = (cell: string) => isAmount(cell) && /[.,]\d{2}\D*$/.test(cell);

const isFullName = (cell: string) =>
  /^\p{Lu}[\p{L}.'\u2019-]*(?: [\p{L}.'\u2019&-]+){1,3}$/u.test(cell);

/**
 * Describes each column, with a few samples and the field it most likely means, by its header and by
 * what stands in it. A field is suggested for one column only: of two, the better name wins, then the left one.
 */
export function suggestColumns(header: string[], rows: FileRow[]): ImportColumn[] {
  const cells = header.map((_, index) =>
    rows
      .slice(0, looks)
      .map((row) => row.cells[index]?.trim() ?? '')
      .filter((cell) => cell !== ''),
  );
  const balances = runningBalances(header, rows.slice(0, looks));
  // an account has sub-accounts in some rows only: the account then is the fund
  const isMostlyEmptyFund = ({ index, field }: { index: number; field: ImportField }) =>
    field === 'campaign' && cells[index]!.length < Math.min(rows.length, looks) / 2;
  const guesses = header
    .flatMap((name, index) =>
      guess(name, cells[index]!).map(([field, score]) => ({ index, field, score })),
    )
    .map((one) => (isMostlyEmptyFund(one) ? { ...one, score: one.score - 0.5 } : one))
    .filter(({ index, field }) => field !== 'amount' || !balances.has(index))
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
    samples: [...new Set(cells[index])]
      .slice(0, sampleCount)
      .map((cell) => (cell.length > 100 ? `${cell.slice(0, 99)}…` : cell)),
    suggestion: byColumn.get(index) ?? null,
  }));
}

/** What one column may be, with scores: a known name counts above 1, mere content below. */
function guess(header: string, cells: string[]): [ImportField, number][] {
  const share = (test: (cell: string) => boolean) =>
    cells.length === 0 ? 0 : cells.filter(test).length / cells.length;
  const named = meaningOf(header);
  if (named) {
    // a type or mode that is cash or check says how it was given
    if (
      (named.field === 'type' || named.field === 'test') &&
      share((cell) => findMethod(cell, paymentMethods) !== null) >= 0.5
    )
      return [['paymentMethod', 2.5]];
    // what stands in many rows is no transaction's own
    if (named.field === 'transactionId' && new Set(cells).size < cells.length * 0.8) return [];
    const fits = contents[named.field];
    if (named.field === 'campaign' && /account/i.test(header) && share(isBankAccount) >= 0.5)
      return [];
    return !fits || cells.length === 0 || share(fits) >= 0.5
      ? [[named.field, 3 - named.rank / 100]]
      : [];
  }
  if (share(contents.email!) >= 0.8) return [['email', 0.9]];
  if (share(isMoney) >= 0.8 || (namesFund(header) && share(isAmount) >= 0.8))
    return [['amount', 0.8]];
  // a file that names no columns: somebody's name is two words or a few, and hardly a memo
  if (/^Column \d+$/.test(header) && share(isFullName) >= 0.8) return [['name', 0.5]];
  return share((cell) => isDateLike(cell) && !isSerialDay(cell)) >= 0.8 ? [['date', 0.7]] : [];
}

/**
 * Columns that say what an account came to: by their name, or since each value is the one before it with
 * another column's amount.
 */
function runningBalances(header: string[], rows: FileRow[]): Set<number> {
  const cents = (index: number) =>
    rows.map(({ cells }) => {
      const [point, comma] = [
        parseFileMoney(cells[index] ?? ''),
        parseFileMoney(cells[index] ?? '', 'comma'),
      ];
      return point.ok ? point.cents : comma.ok ? comma.cents : null;
    });
  const money = header.flatMap((_, index) => {
    const values = cents(index);
    return values.filter((value) => value !== null).length >= 3 ? [{ index, values }] : [];
  });
  const follows = (balance: (bigint | null)[], amounts: (bigint | null)[]): boolean => {
    let [steps, upward, downward] = [0, 0, 0];
    for (let at = 1; at < balance.length; at++) {
      const [before, now] = [balance[at - 1] ?? null, balance[at] ?? null];
      if (before === null || now === null || before === now) continue;
      steps++;
      if (size(now - before) === size(amounts[at] ?? 0n)) upward++;
      if (size(now - before) === size(amounts[at - 1] ?? 0n)) downward++;
    }
    return steps >= 2 && Math.max(upward, downward) >= steps * 0.9;
  };
  const found = money.filter(
    ({ index, values }) =>
      /balance|saldo|solde/i.test(header[index]!) ||
      money.some((other) => other.index !== index && follows(values, other.values)),
  );
  return new Set(found.map(({ index }) => index));
}

const size = (value: bigint) => (value < 0n ? -value : value);
