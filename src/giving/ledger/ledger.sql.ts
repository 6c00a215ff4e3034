import type { DonorKind } from '#libs/contracts';
import { statement, t } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';
import { searchParameters, searchTextWithNumberSql } from '../donor/donor-search.sql.js';

/** The condition on versions `v` that counted at an earlier number of the journal. */
const countedThen =
  'v.from_journal <= :journal and (v.to_journal is null or v.to_journal > :journal)';

/** A source of the rows of the ledger. */
interface LedgerRows {
  /** The subquery that selects the rows of the ledger. */
  rows: string;
  /** The condition on versions `v` of donations that the rows add up. */
  counts: string;
}

/** The rows of the present ledger, which are the stored totals. */
const ledgerNow: LedgerRows = {
  rows: `(
        select donor_id, year, name, name_key, kind, total, count
          from ledger
         where organization_id = :church and build = ${currentBuildSql('donations')}
       )`,
  counts: 'v.to_journal is null',
};

/** The rows of the ledger as of an earlier number of the journal. */
const ledgerThen: LedgerRows = {
  rows: `(
        select g.donor_id, g.year, o.name, search_key(o.name) as name_key, o.kind, g.total, g.count
          from (
                 select v.donor_id,
                        extract(year from v.date)::int as year,
                        sum(v.amount)::bigint as total,
                        count(*)::int as count
                   from donation_version v
                  where v.organization_id = :church
                    and v.build = ${currentBuildSql('donations')}
                    and ${countedThen}
                  group by 1, 2
               ) g
          join donor o on o.organization_id = :church and o.id = g.donor_id
       )`,
  counts: countedThen,
};

const filterParameters = { year: t.nullable(t.integer), ...searchParameters };

/** @param counts the condition on versions `v` whose donations count */
const matchesFilter = (counts: string): string => `
       (:year::int is null or l.year = :year)
   and (
         :patterns::text[] is null
         or l.donor_id in (select find_donors(:patterns))
         or :numberPattern::text is not null and (l.donor_id, l.year) in (
              select v.donor_id, extract(year from v.date)::int
                from giving_text t
                join donation_version v
                  on v.organization_id = :church
                 and v.build = ${currentBuildSql('donations')}
                 and v.text_event_id = t.event_id
                left join donor_search s
                  on s.organization_id = :church and s.donor_id = v.donor_id
               where t.organization_id = :church
                 and t.transaction_id ilike :numberPattern
                 and ${searchTextWithNumberSql('s', 't')} like all(:patterns)
                 and ${counts})
       )`;

/** The additional parameters of statements about the present, and about an earlier moment. */
const noParameters = {};
const atJournal = { journal: t.bigint };

/** The columns by which rows are sorted. */
const sortColumns = {
  name_key: t.text,
  donor_id: t.uuid,
  year: t.integer,
  total: t.bigint,
  count: t.integer,
};
type SortColumn = keyof typeof sortColumns;

/**
 * The columns of an order. The last ones make the order unambiguous. All have one direction, so
 * that the next page begins with one comparison of rows, without OFFSET.
 */
type Order = readonly [SortColumn, SortColumn, SortColumn];

const listInOrder = <Moment extends t.SqlTypes>(
  source: LedgerRows,
  moment: Moment,
  order: Order,
  direction: 'asc' | 'desc',
) => {
  const [first, second, third] = order;
  return statement({
    parameters: {
      ...moment,
      ...filterParameters,
      after1: t.fromCursor(sortColumns[first]),
      after2: t.fromCursor(sortColumns[second]),
      after3: t.fromCursor(sortColumns[third]),
      limit: t.bigint,
    },
    columns: {
      donorId: t.uuid,
      year: t.integer,
      name: t.text,
      nameKey: t.text,
      kind: t.textOf<DonorKind>(),
      total: t.bigint,
      count: t.integer,
    },
    sql: `
      select l.donor_id, l.year, l.name, l.name_key, l.kind, l.total, l.count
        from ${source.rows} l
       where ${matchesFilter(source.counts)}
         and (
               :after1::${sortColumns[first].name} is null
               or (l.${first}, l.${second}, l.${third})
                  ${direction === 'asc' ? '>' : '<'} (
                    :after1,
                    :after2::${sortColumns[second].name},
                    :after3::${sortColumns[third].name}
                  )
             )
       order by l.${first} ${direction}, l.${second} ${direction}, l.${third} ${direction}
       limit :limit`,
  });
};

const inBothDirections = <Moment extends t.SqlTypes>(
  source: LedgerRows,
  moment: Moment,
  order: Order,
) => ({
  asc: listInOrder(source, moment, order, 'asc'),
  desc: listInOrder(source, moment, order, 'desc'),
});

const inEachOrder = <Moment extends t.SqlTypes>(source: LedgerRows, moment: Moment) => ({
  name: inBothDirections(source, moment, ['name_key', 'donor_id', 'year']),
  year: inBothDirections(source, moment, ['year', 'name_key', 'donor_id']),
  total: inBothDirections(source, moment, ['total', 'donor_id', 'year']),
  count: inBothDirections(source, moment, ['count', 'donor_id', 'year']),
});

/** Lists rows of the ledger that match a filter, after the row of a cursor. */
export const listLedgerRows = inEachOrder(ledgerNow, noParameters);

/** Like `listLedgerRows`, at an earlier number of the journal. */
export const listEarlierLedgerRows = inEachOrder(ledgerThen, atJournal);

const sumOf = <Moment extends t.SqlTypes>(source: LedgerRows, moment: Moment) =>
  statement({
    parameters: { ...moment, ...filterParameters },
    columns: { amount: t.bigint, donations: t.integer, donors: t.integer, rows: t.integer },
    sql: `
      select coalesce(sum(amount), 0)::bigint as amount,
             coalesce(sum(donations), 0)::int as donations,
             count(*)::int as donors,
             coalesce(sum(rows), 0)::int as rows
        from (
               select sum(total) as amount, sum(count) as donations, count(*) as rows
                 from ${source.rows} l
                where ${matchesFilter(source.counts)}
                group by donor_id
             ) d`,
  });

/** Adds up all rows of the ledger that match a filter. */
export const sumLedger = sumOf(ledgerNow, noParameters);

/** Like `sumLedger`, at an earlier number of the journal. */
export const sumEarlierLedger = sumOf(ledgerThen, atJournal);

/** Lists the years with donations, the newest first. */
export const listYears = statement({
  columns: { year: t.integer },
  sql: `
    select distinct year
      from campaign_total
     where organization_id = :church and build = ${currentBuildSql('donations')}
     order by year desc`,
});

const month = { month: t.integer, total: t.bigint };

/** Adds up the donations of each month between two days. */
export const sumMonths = statement({
  parameters: { from: t.date, to: t.date },
  columns: month,
  sql: `
    select extract(month from month)::int as month, sum(total)::bigint as total
      from month_total
     where organization_id = :church
       and build = ${currentBuildSql('donations')}
       and month between :from::date and :to::date
     group by 1`,
});

/** Like `sumMonths`, at an earlier number of the journal. */
export const sumEarlierMonths = statement({
  parameters: { from: t.date, to: t.date, journal: t.bigint },
  columns: month,
  sql: `
    select extract(month from v.date)::int as month, sum(v.amount)::bigint as total
      from donation_version v
     where v.organization_id = :church
       and v.build = ${currentBuildSql('donations')}
       and v.date between :from::date and :to::date
       and ${countedThen}
     group by 1`,
});
