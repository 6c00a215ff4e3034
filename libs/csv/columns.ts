import type { ImportColumn, ImportField } from '#libs/contracts';
import { parseFileMoney } from '#libs/money';
import { namesFund } from './fund-headings.js';
import { emailPattern, meaningOf } from './header.js';
import { findMethod, isDateLike, isSerialDay, paymentMethods } from './values.js';
import type { FileRow } from './records.js';

const sampleCount = 5;
/** Number of rows whose cells are considered. */
const maxRows = 100;

const isAmount = (cell: string) => parseFileMoney(cell).ok || parseFileMoney(cell, 'comma').ok;

/** What the cells of some fields must look like. Otherwise the header of the column is ignored. */
const contents: Partial<Record<ImportField, (cell: string) => boolean>> = {
  email: (cell) => emailPattern.test(cell),
  date: isDateLike,
  amount: isAmount,
  refunded: isAmount,
  moneyOut: isAmount,
  direction: (cell) => !isAmount(cell),
  name: (cell) => /\p{L}/u.test(cell) && !emailPattern.test(cell),
};

/**
 * Whether a cell is the name of a bank account, or its number with hidden digits, and so no fund.
 */
const isBankAccount = (cell: string) =>
  !/\p{L}{3}/u.test(cell) ||
  /(?:^|\P{L})(?:checking|savings|bank|girokonto)(?:$|\P{L})/iu.test(cell) ||
  /[x*•]{2}\s?\d{2}/i.test(cell);

/** Whether a cell is an amount with cents. A column of these is money, whatever its header is. */
const isMoney = (cell: string) => isAmount(cell) && /[.,]\d{2}\D*$/.test(cell);

const isFullName = (cell: string) =>
  /^\p{Lu}[\p{L}.'\u2019-]*(?: [\p{L}.'\u2019&-]+){1,3}$/u.test(cell);

/**
 * Describes each column with a few samples, and suggests its field by its header and its cells.
 * Each field is suggested for one column: for the one with the better name, or for the left one.
 */
export function suggestColumns(header: string[], rows: FileRow[]): ImportColumn[] {
  const cells = header.map((_, index) =>
    rows
      .slice(0, maxRows)
      .map((row) => row.cells[index]?.trim() ?? '')
      .filter((cell) => cell !== ''),
  );
  const balances = findRunningBalances(header, rows.slice(0, maxRows));
  // if few rows have a sub-account, the fund is the account and not the sub-account
  const isMostlyEmptyFund = ({ index, field }: { index: number; field: ImportField }) =>
    field === 'campaign' && cells[index]!.length < Math.min(rows.length, maxRows) / 2;
  const guesses = header
    .flatMap((name, index) =>
      guessFields(name, cells[index]!).map(([field, score]) => ({ index, field, score })),
    )
    .map((guess) => (isMostlyEmptyFund(guess) ? { ...guess, score: guess.score - 0.5 } : guess))
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

/**
 * Returns the fields that a column may have, with scores: above 1 for a known header, below 1 if
 * only the cells suggest the field.
 */
function guessFields(header: string, cells: string[]): [ImportField, number][] {
  const share = (test: (cell: string) => boolean) =>
    cells.length === 0 ? 0 : cells.filter(test).length / cells.length;
  const named = meaningOf(header);
  if (named) {
    // a type or mode such as cash or check is the payment method
    if (
      (named.field === 'type' || named.field === 'test') &&
      share((cell) => findMethod(cell, paymentMethods) !== null) >= 0.5
    )
      return [['paymentMethod', 2.5]];
    // a value that several rows have is no transaction number
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
  // in a file without column names, a few words with capital letters are the name of a giver
  if (/^Column \d+$/.test(header) && share(isFullName) >= 0.8) return [['name', 0.5]];
  return share((cell) => isDateLike(cell) && !isSerialDay(cell)) >= 0.8 ? [['date', 0.7]] : [];
}

/**
 * Finds the columns that contain the balance of an account: by their header, or because each value
 * is the value before it plus or minus the amount of another column.
 */
function findRunningBalances(header: string[], rows: FileRow[]): Set<number> {
  const cents = (index: number) =>
    rows.map(({ cells }) => {
      const point = parseFileMoney(cells[index] ?? '');
      if (point.ok) return point.cents;
      const comma = parseFileMoney(cells[index] ?? '', 'comma');
      return comma.ok ? comma.cents : null;
    });
  const money = header.flatMap((_, index) => {
    const values = cents(index);
    return values.filter((value) => value !== null).length >= 3 ? [{ index, values }] : [];
  });
  const follows = (balance: (bigint | null)[], amounts: (bigint | null)[]): boolean => {
    let [steps, upward, downward] = [0, 0, 0];
    for (let row = 1; row < balance.length; row++) {
      const [before, now] = [balance[row - 1] ?? null, balance[row] ?? null];
      if (before === null || now === null || before === now) continue;
      steps++;
      if (absolute(now - before) === absolute(amounts[row] ?? 0n)) upward++;
      if (absolute(now - before) === absolute(amounts[row - 1] ?? 0n)) downward++;
    }
    return steps >= 2 && Math.max(upward, downward) >= steps * 0.9;
  };
  const amountColumns = money.filter(
    ({ index, values }) =>
      /balance|saldo|solde/i.test(header[index]!) ||
      money.some((other) => other.index !== index && follows(values, other.values)),
  );
  return new Set(amountColumns.map(({ index }) => index));
}

const absolute = (value: bigint) => (value < 0n ? -value : value);
