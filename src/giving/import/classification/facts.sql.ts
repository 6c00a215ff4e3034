import { statement, t } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';

/**
 * Funds are the same whatever their case; no fund is a fund of its own. The result equals
 * `nameKey`.
 */
export const fundKeySql = (text: string) => `name_key(coalesce(${text}, ''))`;

const build = currentBuildSql('donations');
const inDraft = 'r.organization_id = :church and r.import_id = :importId';

/** The current version `v` of a donation. */
export const currentVersionSql = (donation: string) => `
           v.organization_id = :church
       and v.build = ${build}
       and v.donation_id = ${donation}
       and v.to_journal is null`;

/**
 * Rows of a draft that are gifts by their own words, with a known giver: what the books and other
 * rows are compared with.
 */
const isGift = `r.reads_as = 'gift' and r.giver_question is null`;

/**
 * What a draft is compared with: the highest row, whether any row has a transaction number,
 * whether any returns money, and the median of its gifts in cents. Null of all: the draft has no
 * rows.
 */
export const findExtent = statement({
  parameters: { importId: t.uuid },
  columns: {
    last: t.nullable(t.integer),
    hasNumbers: t.nullable(t.boolean),
    hasRefunds: t.nullable(t.boolean),
    median: t.nullable(t.bigint),
  },
  sql: `
    select max(row) as last,
           bool_or(source_id is not null) as has_numbers,
           bool_or(takes_back) as has_refunds,
           percentile_disc(0.5) within group (order by gross) filter (where gross > 0) as median
      from donation_import_row r
     where ${inDraft}`,
});

/**
 * Finds an earlier import of the same bytes that is being recorded, or is recorded and not undone.
 */
export const findSameFile = statement({
  parameters: { importId: t.uuid, fileHash: t.bytea },
  columns: { id: t.uuid },
  sql: `
    select id
      from donation_import
     where organization_id = :church
       and file_hash = :fileHash
       and id <> :importId
       and status in ('committing', 'committed')
     order by created_at, id
     limit 1`,
});

/**
 * Finds the donations whose ids rows of the church's own export have, with their current version: null of a deleted
 * donation. Amounts in cents.
 */
export const listOwnDonations = statement({
  parameters: { importId: t.uuid, from: t.integer, until: t.integer },
  columns: {
    row: t.integer,
    donationId: t.uuid,
    version: t.nullable(t.integer),
    amount: t.nullable(t.bigint),
  },
  sql: `
    with ids as materialized (
      select r.row,
             case when r.source_id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
                  then r.source_id::uuid end as donation_id
        from donation_import_row r
       where ${inDraft}
         and r.row between :from and :until
         and r.source_id is not null
         and r.reads_as = 'gift')
    select i.row, i.donation_id, v.version, v.amount
      from ids i
      join donation_version first
        on first.organization_id = :church
       and first.build = ${build}
       and first.donation_id = i.donation_id
       and first.version = 1
      left join donation_version v on ${currentVersionSql('i.donation_id')}
     order by i.row`,
});

/**
 * Finds recorded donations with the transaction numbers of rows, from the same kind of file. A
 * donation of an import that is still at work has no version yet. Of older donations only the
 * first version says what their file said.
 */
export const listSameNumbers = statement({
  parameters: {
    importId: t.uuid,
    source: t.text,
    splits: t.boolean,
    from: t.integer,
    until: t.integer,
  },
  columns: {
    row: t.integer,
    donationId: t.uuid,
    isRecorded: t.boolean,
    isDeleted: t.boolean,
    version: t.nullable(t.integer),
    gross: t.nullable(t.bigint),
    refunded: t.bigint,
    fund: t.nullable(t.text),
    isFundInFile: t.boolean,
  },
  sql: `
    with numbers as materialized (
      select r.row, r.source_id
        from donation_import_row r
       where ${inDraft}
         and r.row between :from and :until
         and r.source_id is not null
         and r.reads_as in ('gift', 'returned')
         and r.giver_question is null),
    funds as materialized (
      select distinct r.source_id, ${fundKeySql('r.campaign')} as fund
        from donation_import_row r
       where ${inDraft} and :splits and r.source_id is not null)
    select n.row, s.donation_id, v.donation_id is not null as is_recorded,
           v.donation_id is null and first.donation_id is not null as is_deleted,
           v.version, coalesce(s.gross, first.amount) as gross, coalesce(s.refunded, 0) as refunded,
           case when s.fund is not null then ${fundKeySql('s.fund')} end as fund,
           f.source_id is not null as is_fund_in_file
      from numbers n
      join donation_source s
        on s.organization_id = :church
       and s.source_id = n.source_id
       and s.source in ('', :source)
       and not s.takes_back
      left join donation_version v on ${currentVersionSql('s.donation_id')}
      left join donation_version first
        on first.organization_id = :church
       and first.build = ${build}
       and first.donation_id = s.donation_id
       and first.version = 1
      left join funds f on f.source_id = s.source_id and f.fund = ${fundKeySql('s.fund')}
     order by n.row, s.donation_id`,
});

/**
 * Finds for rows the first row of the file that has the same transaction number (for `splits`: and
 * the same fund) and comes before them. Amounts in cents.
 */
export const listEarlierRows = statement({
  parameters: { importId: t.uuid, splits: t.boolean, from: t.integer, until: t.integer },
  columns: {
    row: t.integer,
    first: t.present(t.integer),
    firstGross: t.present(t.bigint),
    firstRefunded: t.present(t.bigint),
    firstFund: t.present(t.text),
  },
  sql: `
    with numbered as materialized (
      select r.row, r.source_id, r.gross, r.refunded, r.campaign
        from donation_import_row r
       where ${inDraft}
         and r.source_id is not null
         and ${isGift}),
    repeated as materialized (
      select source_id from numbered group by source_id having count(*) > 1)
    select row, first, first_gross, first_refunded, first_fund
      from (select row,
                   first_value(row) over w as first,
                   first_value(gross) over w as first_gross,
                   first_value(refunded) over w as first_refunded,
                   first_value(fund) over w as first_fund
              from (select n.row, n.source_id, n.gross, n.refunded, ${fundKeySql('n.campaign')} as fund
                      from numbered n
                      join repeated using (source_id)) gifts
            window w as (partition by source_id, case when :splits then fund end order by row)) numbers
     where row > first
       and row between :from and :until`,
});

/** Donations whose transaction number a row of the draft has, from the same kind of file. */
const isNumberInDraft = (donation: string) => `exists (
             select 1
               from donation_source s
               join donation_import_row r on ${inDraft} and r.source_id = s.source_id
              where s.organization_id = :church
                and s.donation_id = ${donation}
                and s.source in ('', :source)
                and not s.takes_back)`;

/**
 * Gifts of the draft by giver, day and amount. Rows that the books or an earlier row know by their
 * number are no part of it.
 */
const comparedRows = (which: string) => `
    mine as materialized (
      select r.row, r.donor_id, r.date, r.amount
        from donation_import_row r
       where ${inDraft} and ${isGift} and r.donor_id is not null and ${which})`;

/** The n-th row of a giver, day and amount is compared with the n-th such gift. Most rows have none. */
const result = `
    select rows.row, numbered.donation_id, numbered.is_returned
      from (select mine.*,
                   row_number() over (partition by mine.donor_id, mine.date, mine.amount order by mine.row) as n
              from mine
             where (mine.donor_id, mine.date, mine.amount) in (select donor_id, date, amount from gifts)) rows
      join (select g.*,
                   row_number() over (partition by donor_id, date, amount order by is_returned, donation_id) as n
              from gifts g) numbered
     using (donor_id, date, amount, n)
     where rows.row between :from and :until`;

const similarColumns = {
  row: t.integer,
  donationId: t.present(t.uuid),
  isReturned: t.present(t.boolean),
};

const inTheirTime = `
         and v.date between (select min(date) from mine) and (select max(date) from mine)
         and v.donor_id in (select donor_id from mine)`;

/**
 * Finds for rows without a transaction number the recorded gift of the same giver, day and amount:
 * for the n-th such row the n-th such gift. Gifts whose money an earlier import returned count
 * with the amount that they had before.
 */
export const listSimilar = statement({
  parameters: { importId: t.uuid, source: t.text, from: t.integer, until: t.integer },
  columns: similarColumns,
  sql: `
    with ${comparedRows('r.source_id is null')},
    gifts as materialized (
      select v.donation_id, v.donor_id, v.date, v.amount, false as is_returned
        from donation_version v
       where v.organization_id = :church
         and v.build = ${build}
         and v.to_journal is null${inTheirTime}
         and not ${isNumberInDraft('v.donation_id')}
      union all
      select (x.act_change ->> 'donationId')::uuid,
             (x.act_change -> 'before' ->> 'donorId')::uuid,
             (x.act_change -> 'before' ->> 'date')::date,
             (x.act_change -> 'before' ->> 'amount')::bigint,
             true
        from donation_import_row x
        join donation_import i
          on i.organization_id = :church
         and i.id = x.import_id
         and i.status in ('committing', 'committed')
       where x.organization_id = :church
         and x.act_change is not null
         and x.import_id <> :importId
         and x.takes_back
         and not ${isNumberInDraft("(x.act_change ->> 'donationId')::uuid")})
    ${result}`,
});

/**
 * As `listSimilar`, for rows with a transaction number. A recorded gift with another number of the
 * same kind of file is another gift: only gifts from elsewhere are compared.
 */
export const listSimilarElsewhere = statement({
  parameters: { importId: t.uuid, source: t.text, from: t.integer, until: t.integer },
  columns: similarColumns,
  sql: `
    with ${comparedRows(`r.source_id is not null and not exists (
             select 1
               from donation_source s
              where s.organization_id = :church
                and s.source_id = r.source_id
                and s.source in ('', :source)
                and not s.takes_back)`)},
    gifts as materialized (
      select v.donation_id, v.donor_id, v.date, v.amount, false as is_returned
        from donation_version v
       where v.organization_id = :church
         and v.build = ${build}
         and v.to_journal is null${inTheirTime}
         and not exists (
           select 1
             from donation_source s
            where s.organization_id = :church and s.donation_id = v.donation_id and s.source in ('', :source)))
    ${result}`,
});
