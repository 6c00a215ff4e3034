import { statement, t } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';
import type { GiverMatch } from './row-facts.js';
import { currentVersionSql, fundKeySql } from './facts.sql.js';
import { inDraftSql, isGiftSql, peopleSql } from './people.sql.js';

const build = currentBuildSql('donations');

/**
 * Finds recorded donations with the transaction numbers of rows, from the same kind of file. A
 * donation of an import that is still at work has no version yet; its giver counts as the same. Of
 * older donations only the first version says what their file said. `part` numbers the rows with
 * the same number, giver, fund and amount.
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
    part: t.present(t.integer),
    donationId: t.uuid,
    giver: t.present(t.textOf<GiverMatch>()),
    isSameDay: t.present(t.boolean),
    giverName: t.nullable(t.text),
    giverKind: t.nullable(t.textOf<'member' | 'guest' | 'unidentified'>()),
    date: t.nullable(t.date),
    isRecorded: t.boolean,
    isDeleted: t.boolean,
    version: t.nullable(t.integer),
    gross: t.nullable(t.bigint),
    refunded: t.bigint,
    fund: t.nullable(t.text),
    isFundInFile: t.boolean,
  },
  sql: `
    with ${peopleSql},
    numbers as materialized (
      select r.row, r.source_id, r.giver, r.date,
             row_number() over (
               partition by r.source_id, r.giver, ${fundKeySql('r.campaign')}, r.gross
               order by r.row)::int as part
        from donation_import_row r
       where ${inDraftSql}
         and r.source_id is not null
         and r.reads_as in ('gift', 'returned')
         and r.giver_question is null),
    funds as materialized (
      select distinct r.source_id, ${fundKeySql('r.campaign')} as fund
        from donation_import_row r
       where ${inDraftSql} and :splits and r.source_id is not null)
    select n.row, n.part, s.donation_id,
           case when first.donation_id is null or bool_or(p.is_same) then 'same'
                when bool_or(p.giver is not null) then 'maybe'
                else 'other' end as giver,
           bool_or(first.donation_id is null or n.date in (v.date, first.date)) as is_same_day,
           d.name as giver_name, d.kind as giver_kind, coalesce(v.date, first.date) as date,
           v.donation_id is not null as is_recorded,
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
      left join people p on p.giver = n.giver and p.donor_id in (v.donor_id, first.donor_id)
      left join donor d on d.organization_id = :church and d.id = coalesce(v.donor_id, first.donor_id)
      left join funds f on f.source_id = s.source_id and f.fund = ${fundKeySql('s.fund')}
     where n.row between :from and :until
     group by n.row, n.part, s.donation_id, s.import_id, s.gross, s.refunded, s.fund, first.donation_id, first.amount,
              first.date, v.donation_id, v.version, v.date, d.name, d.kind, f.source_id
     order by n.row, s.donation_id`,
});

/**
 * Finds for rows the first row of the file that has the same transaction number (for `splits`: and
 * the same fund; unless the numbers are unique: and the same giver) and comes before them. Amounts in cents.
 */
export const listEarlierRows = statement({
  parameters: {
    importId: t.uuid,
    splits: t.boolean,
    areUnique: t.boolean,
    from: t.integer,
    until: t.integer,
  },
  columns: {
    row: t.integer,
    first: t.present(t.integer),
    firstGross: t.present(t.bigint),
    firstRefunded: t.present(t.bigint),
    firstFund: t.present(t.text),
    isSameGiver: t.present(t.boolean),
  },
  sql: `
    with numbered as materialized (
      select r.row, r.source_id, r.gross, r.refunded, coalesce(r.file_fund, r.campaign) as fund,
             coalesce(r.donor_id::text, r.giver) as giver
        from donation_import_row r
       where ${inDraftSql}
         and r.source_id is not null
         and ${isGiftSql}),
    repeated as materialized (
      select source_id from numbered group by source_id having count(*) > 1)
    select row, first, first_gross, first_refunded, first_fund, is_same_giver
      from (select row,
                   first_value(row) over w as first,
                   first_value(gross) over w as first_gross,
                   first_value(refunded) over w as first_refunded,
                   first_value(fund) over w as first_fund,
                   first_value(giver) over w = giver as is_same_giver
              from (select n.row, n.source_id, n.gross, n.refunded, n.giver, ${fundKeySql('n.fund')} as fund
                      from numbered n
                      join repeated using (source_id)) gifts
            window w as (
              partition by source_id,
                           case when :splits then fund end,
                           case when not :areUnique then giver end
              order by row)) numbers
     where row > first
       and row between :from and :until`,
});

/**
 * Counts the numbers of a draft that the books know from the same kind of file, and those of them that belong only to
 * gifts of other givers there.
 */
export const countNumbersOfOthers = statement({
  parameters: { importId: t.uuid, source: t.text },
  columns: { known: t.integer, ofOthers: t.integer, samples: t.array(t.text) },
  sql: `
    with ${peopleSql},
    found as (
      select r.source_id, bool_or(first.donation_id is null or p.giver is not null) as is_of_giver
        from donation_import_row r
        join donation_source s
          on s.organization_id = :church
         and s.source_id = r.source_id
         and s.source in ('', :source)
         and not s.takes_back
        left join donation_version v on ${currentVersionSql('s.donation_id')}
        left join donation_version first
          on first.organization_id = :church
         and first.build = ${build}
         and first.donation_id = s.donation_id
         and first.version = 1
        left join people p on p.giver = r.giver and p.donor_id in (v.donor_id, first.donor_id)
       where ${inDraftSql}
         and r.reads_as in ('gift', 'returned')
       group by r.source_id)
    select count(*)::int as known,
           count(*) filter (where not is_of_giver)::int as of_others,
           coalesce((array_agg(source_id order by source_id) filter (where not is_of_giver))[1:5], '{}') as samples
      from found`,
});
