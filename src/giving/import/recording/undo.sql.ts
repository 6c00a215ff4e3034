import { statement, t } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';

/** The versions `v` of the donations of an import. */
const versionsOfImport = `
      v.organization_id = :church
       and v.build = ${currentBuildSql('donations')}
       and v.import_id = :importId`;

/** Counts the donations of an import that are not deleted, and sums them in cents. */
export const sumStandingDonations = statement({
  parameters: { importId: t.uuid },
  columns: { donations: t.integer, amount: t.bigint },
  sql: `
    select count(*)::int as donations, coalesce(sum(amount), 0)::bigint as amount
      from donation_version v
     where ${versionsOfImport} and v.to_journal is null`,
});

/** Counts the donations of an import that are deleted. */
export const countDeletedDonations = statement({
  parameters: { importId: t.uuid },
  columns: { count: t.integer },
  sql: `
    select count(*)::int as count
      from donation_version v
     where ${versionsOfImport} and v.state = 'voided'`,
});

/**
 * Lists the donations of an import that were changed since, with both amounts in cents, by the name
 * of the donor.
 */
export const listChangedDonations = statement({
  parameters: { importId: t.uuid },
  columns: { donationId: t.uuid, name: t.text, imported: t.bigint, current: t.bigint },
  sql: `
    select v.donation_id, o.name, first.amount as imported, v.amount as current
      from donation_version v
      join donation_version first
        on first.organization_id = :church
       and first.build = v.build
       and first.donation_id = v.donation_id
       and first.version = 1
      join donor o on o.organization_id = :church and o.id = v.donor_id
     where ${versionsOfImport}
       and v.to_journal is null
       and v.version > 1
     order by search_key(o.name), v.donation_id`,
});

/** Stores why donations changed, for their histories. */
export const insertReasons = statement({
  parameters: { events: t.array(t.uuid), reason: t.text },
  sql: `
    insert into giving_text (organization_id, event_id, reason)
    select :church, id, :reason
      from unnest(:events::uuid[]) id
    on conflict do nothing`,
});

/** Deletes the stored transaction numbers of an import, so that another import can record them. */
export const deleteSources = statement({
  parameters: { importId: t.uuid },
  sql: 'delete from donation_source where organization_id = :church and import_id = :importId',
});
