import { statement, t } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';
import { inDraftSql as inDraft } from './people.sql.js';

/**
 * Funds are the same whatever their case; no fund is a fund of its own. The result equals
 * `nameKey`.
 */
export const fundKeySql = (text: string) => `name_key(coalesce(${text}, ''))`;

const build = currentBuildSql('donations');

/** The current version `v` of a donation. */
export const currentVersionSql = (donation: string) => `
           v.organization_id = :church
       and v.build = ${build}
       and v.donation_id = ${donation}
       and v.to_journal is null`;

/**
 * What a draft is compared with: the highest row, whether any row has a transaction number, whether
 * any returns money, and the median of its gifts in cents. All are null if the draft has no rows.
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
 * Finds the donations whose ids rows of the church's own export have, with their current version:
 * null of a deleted donation. Amounts in cents.
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
             case when r.source_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
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
