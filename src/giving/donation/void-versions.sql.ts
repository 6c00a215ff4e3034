import { statement, t } from '#libs/database';
import { isCountedSql, versionColumnsSql } from './donation.projection.sql.js';
import { moveTotalsSql } from './totals.sql.js';

const voidParameters = {
  build: t.integer,
  id: t.uuid,
  journal: t.bigint,
  eventId: t.uuid,
  actor: t.nullable(t.uuid),
  at: t.timestamptz,
};

/**
 * The CTEs that close the open versions that a condition selects, and add a voided version to each.
 */
const closeVersionsSql = (condition: string) => `
      closed as (
        update donation_version
           set to_journal = :journal
         where organization_id = :church
           and build = :build
           and ${condition}
           and to_journal is null
        returning *
      ),
      opened as (
        insert into donation_version (${versionColumnsSql})
        select organization_id, build, donation_id, version + 1, 'voided', :journal, :journal,
               donor_id, amount, date, payment_method, campaign_id, fundraiser_id, import_id,
               added_by, :eventId::uuid, text_event_id, :actor::uuid, :at::timestamptz
          from closed
      )`;

/**
 * Closes the open version of a donation. The voided version that is added ends where it begins; it
 * says who has voided the donation and when.
 */
export const voidDonationVersion = statement({
  parameters: { ...voidParameters, withinImport: t.nullable(t.uuid) },
  columns: { done: t.integer },
  sql: `
      with ${closeVersionsSql('donation_id = :id')},
      d as (
        select donor_id, date, payment_method, campaign_id, -amount as amount, -1 as n
          from closed
         where ${isCountedSql}
      ),
      ${moveTotalsSql('d')}
      select 1 as done`,
});

/**
 * Divides the open donations of an import into parts of about the same size, in the order of their
 * ids. `done`: how many donations the parts have up to and including this one.
 */
export const divideImport = statement({
  parameters: { build: t.integer, importId: t.uuid, minSize: t.bigint, maxParts: t.bigint },
  columns: { last: t.uuid, done: t.present(t.integer) },
  sql: `
    select donation_id as last, place::int as done
      from (select donation_id,
                   row_number() over (order by donation_id) as place,
                   count(*) over () as total
              from donation_version
             where organization_id = :church
               and build = :build
               and import_id = :importId
               and to_journal is null) open
     where place = total
        or place % greatest(:minSize, (total + :maxParts - 1) / :maxParts) = 0
     order by place`,
});

/**
 * Closes the open versions of a part of an import, whose ids are after `after` and not after
 * `last`. `subtractImportFromTotals` must follow.
 */
export const voidPartOfImport = statement({
  parameters: { ...voidParameters, after: t.nullable(t.uuid), last: t.uuid },
  columns: { done: t.integer },
  sql: `
      with ${closeVersionsSql(`import_id = :id
           and (:after::uuid is null or donation_id > :after)
           and donation_id <= :last`)}
      select 1 as done`,
});

/**
 * Subtracts from the totals the donations of an import that the journal entry of its undo closed.
 */
export const subtractImportFromTotals = statement({
  parameters: { build: t.integer, importId: t.uuid, journal: t.bigint },
  columns: { done: t.integer },
  sql: `
    with d as materialized (
      select donor_id, date, payment_method, campaign_id, -amount as amount, -1 as n
        from donation_version
       where organization_id = :church
         and build = :build
         and import_id = :importId
         and to_journal = :journal
         and state = 'given'
    ),
    ${moveTotalsSql('d')}
    select 1 as done`,
});
