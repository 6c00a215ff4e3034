import { statement, t } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';
import { currentVersionSql, fundKeySql } from './facts.sql.js';

const inDraftSql = 'r.organization_id = :church and r.import_id = :importId';

/** How a row names its giver: by email address, else by name. */
const giverKey = `coalesce(lower(r.email), name_key(concat_ws(' ', r.first_name, r.last_name)))`;

/** Finds the rows whose refund an earlier import has recorded: the same number and amount. */
export const listRecordedRefunds = statement({
  parameters: { importId: t.uuid, source: t.text },
  columns: { row: t.integer, donationId: t.uuid },
  sql: `
    select r.row, s.donation_id
      from donation_import_row r
      join donation_source s
        on s.organization_id = :church
       and s.source_id = coalesce(r.source_id, r.refund_of)
       and s.source in ('', :source)
       and s.takes_back
       and s.gross = -r.amount
     where ${inDraftSql} and r.takes_back
     order by r.row, s.donation_id`,
});

/**
 * Finds the gifts to which the refunds in some rows may belong. `rank` is the index in
 * `refundRanks`. A gift of the file is a new row, or the donation that a duplicate row repeats. If
 * a refund does not name its gift, it also finds gifts by giver and amount: in the file, the n-th
 * such gift for the n-th such refund, unless the gift is later; in the ledger, the gifts of the 366
 * days before the refund, or of its day.
 */
export const listRefundCandidates = statement({
  parameters: { importId: t.uuid, source: t.text, rows: t.array(t.integer) },
  columns: {
    row: t.integer,
    rank: t.integer,
    isSameFund: t.nullable(t.boolean),
    matchingRow: t.nullable(t.integer),
    matchingDonation: t.nullable(t.uuid),
    amount: t.nullable(t.bigint),
    version: t.nullable(t.integer),
  },
  sql: `
    with back as materialized (
      select r.row, coalesce(r.refund_of, r.source_id) as number, r.refund_of, -r.amount as back,
             r.date,
             ${giverKey} as giver, ${fundKeySql('r.campaign')} as fund,
             row_number() over (partition by ${giverKey}, r.amount order by r.row) as n
        from donation_import_row r
       where ${inDraftSql} and r.row = any(:rows::int[])),
    gift as materialized (
      select r.row, r.source_id, r.amount, r.date, ${giverKey} as giver,
             ${fundKeySql('r.campaign')} as fund,
             case when r.state = 'new' then r.row end as matching_row,
             case when r.state = 'duplicate' then r.matching_donation end as matching_donation,
             row_number() over (partition by ${giverKey}, r.amount order by r.row) as n
        from donation_import_row r
       where ${inDraftSql}
         and not r.takes_back
         and (r.state = 'new' and r.proposed_action is null
              or r.state = 'duplicate' and r.matching_donation is not null)),
    found as (
      select b.row, 0 as rank, g.fund = b.fund as is_same_fund, g.matching_row, g.matching_donation
        from back b
        join gift g on g.source_id = b.number
      union all
      select b.row, 1, ${fundKeySql('s.fund')} = b.fund, null, s.donation_id
        from back b
        join donation_source s
          on s.organization_id = :church
         and s.source_id = b.number
         and s.source in ('', :source)
         and not s.takes_back
      union all
      select b.row, 2, true, g.matching_row, g.matching_donation
        from back b
        join gift g
          on g.giver = b.giver
         and g.giver <> ''
         and g.amount = b.back
         and g.n = b.n
         and g.date <= b.date
       where b.refund_of is null
      union all
      select b.row, 3, true, null, v.donation_id
        from back b
        join donor d
          on d.organization_id = :church
         and b.giver in (d.email_key, d.name_key)
         and d.kind <> 'unidentified'
        join donation_version v
          on v.organization_id = :church
         and v.build = ${currentBuildSql('donations')}
         and v.donor_id = d.id
         and v.to_journal is null
         and v.amount = b.back
         and v.date between b.date - 366 and b.date
       where b.refund_of is null)
    select f.row, f.rank, f.is_same_fund, f.matching_row, f.matching_donation,
           case when f.matching_row is not null then r.amount else v.amount end as amount, v.version
      from found f
      left join donation_import_row r on ${inDraftSql} and r.row = f.matching_row
      left join donation_version v on ${currentVersionSql('f.matching_donation')}
     order by f.row, f.rank`,
});
