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

/** The conditions of a filter as parameters of a statement; those that it lacks are null. */
const filterParameters = ({ year, search }: LedgerFilter) => ({
  year: year ?? null,
  ...readSearch(search),
});

/** `asOf` is a journal number, or a date: the end of that day where the church is. */
export async function journalNumberAt(tx: Tx, asOf: string): Promise<bigint> {
  if (!asOf.includes('-')) return BigInt(asOf);
  if (!isCalendarDate(asOf)) throw badRequest('Please enter a valid date');
  const until = endOfDay(asOf, await timeZoneOf(tx, tx.organizationId!));
  const [row] = await selectNumberBefore(tx, { until });
  return row!.number;
}

/** The day of the first entry of the journal, where the church is; null before it. */
async function beginningOf(tx: Tx): Promise<string | null> {
  const [first] = await selectOldestEntry(tx);
  return first ? todayIn(await timeZoneOf(tx, tx.organizationId!), first.recordedAt) : null;
}

/** The number in the journal up to which a filter reads the ledger; null to read it as it is at present. */
const journalOf = async (tx: Tx, { asOf }: LedgerFilter): Promise<bigint | null> =>
  asOf === undefined ? null : await journalNumberAt(tx, asOf);

export interface LedgerPage extends Ledger {
  /** cursor values of the last row when there may be more */
  next: unknown[] | null;
}

/** One page of the ledger, with the totals of the whole filtered set. */
export async function ledgerPage(
  tx: Tx,
  filter: LedgerFilter & { limit: number; cursor?: string | undefined },
): Promise<LedgerPage> {
  const { rows, next } = await ledgerRows(tx, filter);
  const journal = await journalOf(tx, filter);
  const parameters = filterParameters(filter);
  const [totals] =
    journal === null
      ? await sumLedger(tx, parameters)
      : await sumEarlierLedger(tx, { ...parameters, journal });
  const years = await listYears(tx);
  const begins = filter.asOf === undefined ? {} : { begins: await beginningOf(tx) };
  return {
    rows,
    next,
    totals: { ...totals!, amount: toDecimal(totals!.amount) },
    years: years.map(({ year }) => year),
    ...begins,
  };
}

export async function ledgerRows(
  tx: Tx,
  filter: LedgerFilter & { limit: number; cursor?: string | undefined },
) {
  const direction = filter.sort.startsWith('-') ? 'desc' : 'asc';
  const sort = filter.sort.replace('-', '') as keyof typeof order;
  const columns = order[sort];
  const types = columns.map((column) => cursorTypes[column]);
  const journal = await journalOf(tx, filter);
  const [after1 = null, after2 = null, after3 = null] = readCursor(filter.cursor, types) ?? [];
  const limit = filter.limit + 1;
  const parameters = { ...filterParameters(filter), after1, after2, after3, limit };
  const found =
    journal === null
      ? await listLedgerRows[sort][direction](tx, parameters)
      : await listEarlierLedgerRows[sort][direction](tx, { ...parameters, journal });
  const shown = found.slice(0, filter.limit);
  const last = found.length > filter.limit ? shown.at(-1)! : null;
  return {
    rows: shown.map((row): LedgerRow => ({
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

/** Amounts of the twelve months of a year: the kept totals, or, as of an earlier moment, the versions that were open then. */
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

/** The journal's head as exports print it: number and the beginning of its hash. */
export async function journalMark(tx: Tx): Promise<string> {
  const { number, hash } = await readHead(tx);
  return `${number} ${hash.toString('hex').slice(0, 16)}`.trim();
}
