import type { z } from 'zod';
import type { GivingByMonth, Ledger, ledgerFilter, LedgerRow } from '#libs/contracts';
import { endOfDay, isCalendarDate, todayIn } from '#libs/calendar';
import type { Tx } from '#libs/database';
import { badRequest, readCursor } from '#libs/http';
import { toDecimal } from '#libs/money';
import { timeZoneOf } from '../../tenancy/index.js';
import { readSearch } from '../donor/donor-search.js';
import { readHead } from '../journal/journal.js';
import { selectNumberBefore, selectOldestEntry } from '../journal/journal.sql.js';
import {
  listEarlierLedgerRows,
  listLedgerRows,
  listYears,
  sumEarlierLedger,
  sumEarlierMonths,
  sumLedger,
  sumMonths,
} from './ledger.sql.js';

export type LedgerFilter = z.output<typeof ledgerFilter>;

/** The values of a row that a cursor contains, in the order in which each sort compares them. */
const order = {
  name: ['nameKey', 'donorId', 'year'],
  year: ['year', 'nameKey', 'donorId'],
  total: ['total', 'donorId', 'year'],
  count: ['count', 'donorId', 'year'],
} as const;
const cursorTypes = {
  nameKey: 'text',
  donorId: 'uuid',
  year: 'int',
  total: 'bigint',
  count: 'int',
} as const;

/** Returns the filter as parameters of a statement. Conditions that it lacks are null. */
const filterParameters = ({ year, search }: LedgerFilter) => ({
  year: year ?? null,
  ...readSearch(search),
});

/**
 * Returns the journal number as of which the ledger is shown.
 * @param asOf a journal number, or a date, which means the end of that day in the church's time
 *   zone
 */
export async function journalNumberAt(tx: Tx, asOf: string): Promise<bigint> {
  if (!asOf.includes('-')) return BigInt(asOf);
  if (!isCalendarDate(asOf)) throw badRequest('Please enter a valid date');
  const until = endOfDay(asOf, await timeZoneOf(tx, tx.organizationId!));
  const [row] = await selectNumberBefore(tx, { until });
  return row!.number;
}

/** Returns the day of the first journal entry in the church's time zone; null if there is none. */
async function readFirstDay(tx: Tx): Promise<string | null> {
  const [first] = await selectOldestEntry(tx);
  return first ? todayIn(await timeZoneOf(tx, tx.organizationId!), first.recordedAt) : null;
}

/** Like `journalNumberAt`. Returns null without `asOf`, which means the present ledger. */
export const journalNumberOf = async (tx: Tx, asOf: string | undefined): Promise<bigint | null> =>
  asOf === undefined ? null : await journalNumberAt(tx, asOf);

export interface LedgerPage extends Ledger {
  /** The cursor values of the last row if there are more rows. */
  next: unknown[] | null;
}

/** Reads one page of the ledger, and the totals of all rows that match the filter. */
export async function ledgerPage(
  tx: Tx,
  filter: LedgerFilter & { limit: number; cursor?: string | undefined },
): Promise<LedgerPage> {
  const { rows, next } = await ledgerRows(tx, filter);
  const journal = await journalNumberOf(tx, filter.asOf);
  const parameters = filterParameters(filter);
  const [totals] =
    journal === null
      ? await sumLedger(tx, parameters)
      : await sumEarlierLedger(tx, { ...parameters, journal });
  const years = await listYears(tx);
  const begins = filter.asOf === undefined ? {} : { begins: await readFirstDay(tx) };
  return {
    rows,
    next,
    totals: { ...totals!, amount: toDecimal(totals!.amount) },
    years: years.map(({ year }) => year),
    ...begins,
  };
}

/**
 * Reads one page of rows of the ledger, with the cursor values of the last row if there are more.
 */
export async function ledgerRows(
  tx: Tx,
  filter: LedgerFilter & { limit: number; cursor?: string | undefined },
) {
  const direction = filter.sort.startsWith('-') ? 'desc' : 'asc';
  const sort = filter.sort.replace('-', '') as keyof typeof order;
  const columns = order[sort];
  const types = columns.map((column) => cursorTypes[column]);
  const journal = await journalNumberOf(tx, filter.asOf);
  const [after1 = null, after2 = null, after3 = null] = readCursor(filter.cursor, types) ?? [];
  const limit = filter.limit + 1;
  const parameters = { ...filterParameters(filter), after1, after2, after3, limit };
  const foundRows =
    journal === null
      ? await listLedgerRows[sort][direction](tx, parameters)
      : await listEarlierLedgerRows[sort][direction](tx, { ...parameters, journal });
  const page = foundRows.slice(0, filter.limit);
  const last = foundRows.length > filter.limit ? page.at(-1)! : null;
  return {
    rows: page.map((row): LedgerRow => ({
      donorId: row.donorId,
      name: row.name,
      kind: row.kind,
      year: row.year,
      total: toDecimal(row.total),
      count: row.count,
    })),
    next:
      last && columns.map((column) => (column === 'total' ? last.total.toString() : last[column])),
  };
}

/**
 * Returns the amounts of the twelve months of a year. It reads stored totals or, as of an earlier
 * moment, adds up the versions of donations that counted then.
 */
export async function givingByMonth(tx: Tx, year: number, asOf?: string): Promise<GivingByMonth> {
  const days = { from: `${year}-01-01`, to: `${year}-12-31` };
  const rows =
    asOf === undefined
      ? await sumMonths(tx, days)
      : await sumEarlierMonths(tx, { ...days, journal: await journalNumberAt(tx, asOf) });
  return {
    year,
    months: Array.from({ length: 12 }, (_, index) =>
      toDecimal(rows.find((row) => row.month === index + 1)?.total ?? 0n),
    ),
  };
}

/** Returns the head of the journal for downloads: its number and the beginning of its hash. */
export async function journalMark(tx: Tx): Promise<string> {
  const { number, hash } = await readHead(tx);
  return `${number} ${hash.toString('hex').slice(0, 16)}`.trim();
}
