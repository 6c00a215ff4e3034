import type { NamedGift } from '#libs/contracts';
import { statement, t } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';
import { currentVersionSql, fundKeySql } from './facts.sql.js';
import { inDraftSql, isGiftSql, peopleSql } from './people.sql.js';

const build = currentBuildSql('donations');

/**
 * The table `known`: the recorded donations with transaction numbers of the draft, from the same
 * kind of file, as they are and as they were first recorded; and the table `people` of their
 * donors. Of older donations only the first version says what their file said.
 */
const knownSql = `
    known as materialized (
      select distinct on (s.source_id, s.donation_id)
             s.source_id, s.donation_id, coalesce(s.gross, first.amount) as gross,
             coalesce(s.refunded, 0) as refunded,
             case when s.fund is not null then ${fundKeySql('s.fund')} end as fund,
             v.version, v.donor_id, v.date,
             first.donation_id is not null as is_projected,
             first.donor_id as first_donor_id, first.date as first_date
        from donation_source s
        left join donation_version v on ${currentVersionSql('s.donation_id')}
        left join donation_version first
          on first.organization_id = :church
         and first.build = ${build}
         and first.donation_id = s.donation_id
         and first.version = 1
       where s.organization_id = :church
         and s.source in ('', :source)
         and not s.takes_back
         and s.source_id in (
           select r.source_id
             from donation_import_row r
            where ${inDraftSql} and r.source_id is not null)
       order by s.source_id, s.donation_id, s.import_id desc),
    ${peopleSql({
      rows: 'r.source_id in (select source_id from known)',
      donors: 'select donor_id from known union all select first_donor_id from known',
    })}`;

/**
 * Finds recorded donations with the transaction numbers of rows, from the same kind of file. A
 * donation whose import is still running is not projected yet. `version` is null if the donation is
 * deleted or not projected yet. `isSamePerson` is null if the giver is somebody else, and false if
 * only the name is the same. `part` numbers the rows with the same number, giver, fund and amount.
 */
export const listSameNumbers = statement({
  parameters: {
    importId: t.uuid,
    source: t.text,
    hasRowPerFund: t.boolean,
    from: t.integer,
    until: t.integer,
  },
  columns: {
    row: t.integer,
    part: t.present(t.integer),
    donationId: t.present(t.uuid),
    isProjected: t.present(t.boolean),
    isSamePerson: t.nullable(t.boolean),
    isSameDay: t.present(t.boolean),
    giverName: t.nullable(t.text),
    giverKind: t.nullable(t.textOf<NamedGift['kind']>()),
    date: t.nullable(t.date),
    version: t.nullable(t.integer),
    gross: t.nullable(t.bigint),
    refunded: t.present(t.bigint),
    fund: t.nullable(t.text),
    isFundInFile: t.present(t.boolean),
  },
  sql: `
    with ${knownSql},
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
       where ${inDraftSql} and :hasRowPerFund and r.source_id is not null),
    matched as (
      select n.row, n.part, k.source_id, k.donation_id,
             bool_or(p.is_same) as is_same_person, n.date in (k.date, k.first_date) as is_same_day
        from numbers n
        join known k using (source_id)
        left join people p on p.giver = n.giver and p.donor_id in (k.donor_id, k.first_donor_id)
       where n.row between :from and :until
       group by n.row, n.part, n.date, k.source_id, k.donation_id, k.date, k.first_date)
    select m.row, m.part, m.donation_id, k.is_projected, m.is_same_person,
           coalesce(m.is_same_day, false) as is_same_day, d.name as giver_name,
           d.kind as giver_kind, coalesce(k.date, k.first_date) as date,
           k.version, k.gross, k.refunded, k.fund, f.source_id is not null as is_fund_in_file
      from matched m
      join known k using (source_id, donation_id)
      left join donor d
        on d.organization_id = :church and d.id = coalesce(k.donor_id, k.first_donor_id)
      left join funds f on f.source_id = k.source_id and f.fund = k.fund
     order by m.row, m.donation_id`,
});

/**
 * Finds for each row the first row of the file that comes before it and has the same transaction
 * number. With `hasRowPerFund` it must also have the same fund, and unless the numbers are unique,
 * also the same giver. Amounts in cents.
 */
export const listEarlierRows = statement({
  parameters: {
    importId: t.uuid,
    hasRowPerFund: t.boolean,
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
              from (select n.row, n.source_id, n.gross, n.refunded, n.giver,
                           ${fundKeySql('n.fund')} as fund
                      from numbered n
                      join repeated using (source_id)) gifts
            window w as (
              partition by source_id,
                           case when :hasRowPerFund then fund end,
                           case when not :areUnique then giver end
              order by row)) numbers
     where row > first
       and row between :from and :until`,
});

/**
 * Counts the transaction numbers of a draft that recorded gifts from the same kind of file have,
 * and those of them that only gifts of other givers have.
 */
export const countNumbersOfOthers = statement({
  parameters: { importId: t.uuid, source: t.text },
  columns: { known: t.integer, ofOthers: t.integer, samples: t.array(t.text) },
  sql: `
    with ${knownSql},
    found as (
      select k.source_id, bool_or(not k.is_projected or p.giver is not null) as is_of_giver
        from known k
        join donation_import_row r on ${inDraftSql} and r.source_id = k.source_id
        left join people p on p.giver = r.giver and p.donor_id in (k.donor_id, k.first_donor_id)
       where r.reads_as in ('gift', 'returned')
       group by k.source_id)
    select count(*)::int as known,
           count(*) filter (where not is_of_giver)::int as of_others,
           coalesce(
             (array_agg(source_id order by source_id) filter (where not is_of_giver))[1:5], '{}'
           ) as samples
      from found`,
});
