import type { ImportMapping } from '#libs/contracts';
import { parseFileMoney } from '#libs/money';
import { namesAmount, namesFund } from '../fund-headings.js';

/** A column of amounts that could be further gifts. */
export interface AmountColumn {
  index: number;
  header: string;
  samples: string[];
}

/**
 * Words in headings of numbers that are no gifts: balances, fees, taxes, refunds, rates and
 * envelope numbers.
 */
const wordsOfOthers = new Set(
  `balance guthaben kontostand saldo saldi solde fee gebühr gebühren frais charge net tax steuer
   refund refunded gross brutto brut converted rate shipping handling insurance discount goal
   pledge pledged deductible envelope number nummer numéro`.split(/\s+/),
);

/**
 * Whether a heading has such a word. "Net amount", "NetAmount" and "fees" do; "Cabinet fund" does
 * not.
 */
const namesOther = (header: string): boolean =>
  header
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => wordsOfOthers.has(word) || wordsOfOthers.has(word.replace(/s$/, '')));

const sampleCount = 5;
/** Minimum share of the filled cells that are amounts, if the heading names no amount. */
const minShare = 0.8;

/** Whether a text is an amount with cents. Years and postal codes do not look like it. */
const hasCents = (text: string): boolean => /[.,]\d{2}\D*$/.test(text);

const centsOf = (text: string): bigint | null => {
  const point = parseFileMoney(text);
  if (point.ok) return point.cents;
  const comma = parseFileMoney(text, 'comma');
  return comma.ok ? comma.cents : null;
};

interface AmountColumnObserver {
  see(cells: string[]): void;
  /** The columns of amounts that the amount column does not repeat, without balances. */
  columns(): AmountColumn[];
  /** The column of amounts that is the sum of the others in every row; null if there is none. */
  total(): number | null;
}

/** Minimum number of changes of the value. Fewer may match the amounts by chance. */
const minBalanceSteps = 2;
/** Minimum share of the changes that equal the amount. */
const minBalanceShare = 0.9;

/**
 * Watches whether a column is a running balance: each value is the one before it, with the amount
 * of its own row, or of the row before if the newest row comes first.
 */
function createBalanceObserver() {
  let before: { cents: bigint; amount: bigint } | null = null;
  const steps = { all: 0, oldestFirst: 0, newestFirst: 0 };
  return {
    see(cents: bigint, readAmount: bigint | null) {
      const amount = readAmount ?? 0n;
      if (before !== null && before.cents !== cents) {
        const step = absolute(cents - before.cents);
        steps.all++;
        if (step === absolute(amount)) steps.oldestFirst++;
        if (step === absolute(before.amount)) steps.newestFirst++;
      }
      before = { cents, amount };
    },
    isFound: () =>
      steps.all >= minBalanceSteps &&
      Math.max(steps.oldestFirst, steps.newestFirst) >= steps.all * minBalanceShare,
  };
}

const absolute = (cents: bigint) => (cents < 0n ? -cents : cents);

/** In how many rows a column must be the sum of the others. In fewer, it can happen by chance. */
const minRowsWithSum = 2;

/** Watches whether one column is the sum of the others in every row. */
function createTotalObserver() {
  let candidates: Set<number> | null = null;
  let rowsWithSeveralAmounts = 0;
  return {
    /** @param amounts of one row by column, in cents, without zeros */
    see(amounts: ReadonlyMap<number, bigint>) {
      if (amounts.size === 0) return;
      const all = amounts.values().reduce((sum, cents) => sum + cents, 0n);
      const sums = [...amounts.keys()].filter((index) => amounts.get(index)! * 2n === all);
      candidates = candidates?.intersection(new Set(sums)) ?? new Set(sums);
      if (amounts.size > 1) rowsWithSeveralAmounts++;
    },
    found(): number | null {
      const [total = null, ...others] = candidates ?? [];
      return rowsWithSeveralAmounts >= minRowsWithSum && others.length === 0 ? total : null;
    },
  };
}

/** Finds amounts in columns without a meaning, which must not be left out without a question. */
export function createAmountColumnObserver(
  header: readonly string[],
  { columns, fundColumns }: Pick<ImportMapping, 'columns' | 'fundColumns'>,
): AmountColumnObserver {
  const used = new Set([
    ...Object.values(columns),
    ...(fundColumns ?? []).map(({ column }) => column),
  ]);
  const watched = header.flatMap((name, index) =>
    used.has(index) || namesOther(name) ? [] : [toWatched(name, index)],
  );
  const totals = createTotalObserver();
  return {
    see(cells) {
      const amount = centsOf((cells[columns.amount ?? -1] ?? '').trim());
      const amounts = new Map<number, bigint>();
      if (columns.amount !== undefined && amount) amounts.set(columns.amount, amount);
      for (const column of watched) {
        const cents = seeCell(column, (cells[column.index] ?? '').trim(), amount);
        if (cents) amounts.set(column.index, cents);
      }
      totals.see(amounts);
    },
    total: () => totals.found(),
    columns: () => {
      // if each row has one fund, the columns of funds only repeat the amount, and name the fund
      const isSumOfFunds = columns.amount !== undefined && totals.found() === columns.amount;
      return watched
        .filter((column) => mayBeGifts(column, isSumOfFunds))
        .map(({ index, name, samples }) => ({ index, header: name, samples: [...samples] }));
    },
  };
}

/** A column without a meaning, and what its cells are. */
interface WatchedColumn {
  index: number;
  name: string;
  isFund: boolean;
  /** Whether the heading names a fund or an amount. */
  isNamed: boolean;
  /** Number of cells that are filled. */
  filled: number;
  /** Number of cells that are amounts. */
  money: number;
  /** Number of cells with an amount that is neither zero nor the amount of the row. */
  others: number;
  samples: Set<string>;
  balance: ReturnType<typeof createBalanceObserver>;
}

const toWatched = (name: string, index: number): WatchedColumn => ({
  index,
  name,
  isFund: namesFund(name),
  isNamed: namesFund(name) || namesAmount(name),
  filled: 0,
  money: 0,
  others: 0,
  samples: new Set(),
  balance: createBalanceObserver(),
});

/**
 * Counts a cell of a column.
 * @param amount the amount of the row; null if it has none
 * @returns the cents of the cell; null if it is no amount
 */
function seeCell(column: WatchedColumn, text: string, amount: bigint | null): bigint | null {
  if (text === '' || text === '-') return null;
  column.filled++;
  const cents = column.isNamed || hasCents(text) ? centsOf(text) : null;
  if (cents === null) return null;
  column.money++;
  column.balance.see(cents, amount);
  if (cents === 0n || cents === amount) return cents;
  column.others++;
  if (column.samples.size < sampleCount) column.samples.add(text);
  return cents;
}

/** Whether a column contains amounts that could be further gifts. */
function mayBeGifts(column: WatchedColumn, isSumOfFunds: boolean): boolean {
  const { isFund, isNamed, filled, money, others, balance } = column;
  const hasOthers = others > 0 || (isFund && isSumOfFunds && money > 0);
  const isOfAmounts = isNamed || money >= filled * minShare;
  return hasOthers && isOfAmounts && !balance.isFound();
}
