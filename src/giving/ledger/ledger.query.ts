import type { z } from 'zod';
import type { GivingByMonth, Ledger, ledgerFilter, LedgerRow } from '#libs/contracts';
import { endOfDay, isCalendarDate, todayIn } from '#libs/calendar';
import type { Tx } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';
import { badRequest, readCursor } from '#libs/http';
import { toDecimal } from '#libs/money';
import { timeZoneOf } from '../../tenancy/index.js';
import { likePattern } from '../donation/donation.query.js';
import { nameKey } from '../donor/donors.js';
import { head } from '../journal/journal.js';

export type LedgerFilter = z.output<typeof ledgerFilter>;

interface Row {
  donor_id: string;
  name: string;
  name_key: string;
  kind: LedgerRow['kind'];
  year: number;
  total: bigint;
  count: number;
}

/**
 * The columns that order each sort; the last ones make it total. All go in one direction, so that one row
 * comparison continues where a page ended (no OFFSET).
 */
const order = {
  name: ['name_key', 'donor_id', 'year'],
  year: ['year', 'name_key', 'donor_id'],
  total: ['total', 'donor_id', 'year'],
  count: ['count', 'donor_id', 'year'],
} as const satisfies Record<string, (keyof Row)[]>;
const casts = {
  name_key: 'text',
  donor_id: 'uuid',
  year: 'int',
  total: 'bigint',
  count: 'int',
} as const;

const build = currentBuildSql('donations', '$1');

/** Where rows come from: the kept totals, or, as of an earlier moment, the versions that were open then. */
async function source(tx: Tx, asOf: string | undefined, values: unknown[]): Promise<string> {
  if (asOf === undefined)
    return `(select * from ledger where organization_id = $1 and build = ${build})`;
  const open = openAt(values, await journalNumberAt(tx, asOf));
  return `(select v.donor_id, extract(year from v.date)::int as year, o.name, o.name_key, o.kind, sum(v.amount)::bigint as total, count(*)::int as count
             from donation_version v join donor o on o.organization_id = $1 and o.id = v.donor_id
            where v.organization_id = $1 and v.build = ${build} and ${open}
            group by 1, 2, 3, 4, 5)`;
}

/** The versions `v` that held at a number of the journal, which is appended to `values`. */
function openAt(values: unknown[], journal: bigint): string {
  const at = `$${values.push(journal)}::bigint`;
  return `v.from_journal <= ${at} and (v.to_journal is null or v.to_journal > ${at})`;
}

/** `asOf` is a journal number, or a date: the end of that day where the church is. */
export async function journalNumberAt(tx: Tx, asOf: string): Promise<bigint> {
  if (!asOf.includes('-')) return BigInt(asOf);
  if (!isCalendarDate(asOf)) throw badRequest('Please enter a valid date');
  const until = endOfDay(asOf, await timeZoneOf(tx, tx.organizationId!));
  const [row] = await tx.sql<{ number: bigint }>(
    'select coalesce(max(number), 0)::bigint as number from journal where organization_id = $1 and recorded_at < $2',
    [tx.organizationId, until],
  );
  return row!.number;
}

/** The day of the first entry of the journal, where the church is; null before it. */
async function beginningOf(tx: Tx): Promise<string | null> {
  const [first] = await tx.sql<{ recorded_at: Date }>(
    'select recorded_at from journal where organization_id = $1 order by number limit 1',
    [tx.organizationId],
  );
  return first ? todayIn(await timeZoneOf(tx, tx.organizationId!), first.recorded_at) : null;
}

function filterSql({ year, search }: LedgerFilter, values: unknown[]): string {
  const conditions = ['true'];
  if (year !== undefined) conditions.push(`year = $${values.push(year)}`);
  if (search) conditions.push(`name_key like $${values.push(`%${likePattern(nameKey(search))}%`)}`);
  return conditions.join(' and ');
}

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
  const values: unknown[] = [tx.organizationId];
  const from = await source(tx, filter.asOf, values);
  const [totals] = await tx.sql<{
    amount: bigint;
    donations: number;
    donors: number;
    rows: number;
  }>(
    `select coalesce(sum(amount), 0)::bigint as amount, coalesce(sum(donations), 0)::int as donations, count(*)::int as donors, coalesce(sum(rows), 0)::int as rows
       from (select sum(total) as amount, sum(count) as donations, count(*) as rows from ${from} l where ${filterSql(filter, values)} group by donor_id) d`,
    values,
  );
  const years = await tx.sql<{ year: number }>(
    `select distinct year from campaign_total where organization_id = $1 and build = ${build} order by year desc`,
    [tx.organizationId],
  );
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
  const descending = filter.sort.startsWith('-');
  const columns = order[filter.sort.replace('-', '') as keyof typeof order];
  const values: unknown[] = [tx.organizationId];
  const from = await source(tx, filter.asOf, values);
  let where = filterSql(filter, values);
  const after = readCursor(
    filter.cursor,
    columns.map((column) => casts[column]),
  );
  if (after) {
    const parameters = columns.map(
      (column, index) => `$${values.push(after[index])}::${casts[column]}`,
    );
    where += ` and (${columns.join(', ')}) ${descending ? '<' : '>'} (${parameters.join(', ')})`;
  }
  values.push(filter.limit + 1);
  const by = columns.map((column) => `${column} ${descending ? 'desc' : 'asc'}`).join(', ');
  const found = await tx.sql<Row>(
    `select * from ${from} l where ${where} order by ${by} limit $${values.length}`,
    values,
  );
  const shown = found.slice(0, filter.limit);
  const last = found.length > filter.limit ? shown.at(-1)! : null;
  return {
    rows: shown.map((row): LedgerRow => ({
      donorId: row.donor_id,
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
  const values: unknown[] = [tx.organizationId, `${year}-01-01`, `${year}-12-31`];
  const sql =
    asOf === undefined
      ? `select extract(month from month)::int as month, sum(total)::bigint as total from month_total
          where organization_id = $1 and build = ${build} and month between $2::date and $3::date group by 1`
      : `select extract(month from v.date)::int as month, sum(v.amount)::bigint as total from donation_version v
          where v.organization_id = $1 and v.build = ${build} and v.date between $2::date and $3::date
            and ${openAt(values, await journalNumberAt(tx, asOf))} group by 1`;
  const rows = await tx.sql<{ month: number; total: bigint }>(sql, values);
  return {
    year,
    months: Array.from({ length: 12 }, (_, index) =>
      toDecimal(rows.find((row) => row.month === index + 1)?.total ?? 0n),
    ),
  };
}

/** The journal's head as exports print it: number and the beginning of its hash. */
export async function journalMark(tx: Tx): Promise<string> {
  const { number, hash } = await head(tx);
  return `${number} ${hash.toString('hex').slice(0, 16)}`.trim();
}
