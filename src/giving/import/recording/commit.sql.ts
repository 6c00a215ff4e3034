import type { PaymentMethod } from '#libs/contracts';
import { statement, t } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';

const inImportSql = 'organization_id = :church and import_id = :importId';
/** The rows that record a gift. The other new rows change a gift. */
const isGift = `state = 'new' and proposed_action is null`;
/** Computes the same id as `rowDonationId`. */
const donationId = `(left(:importId::uuid::text, 28) || lpad(to_hex(row), 8, '0'))::uuid`;

const giftColumns = {
  row: t.integer,
  donorId: t.nullable(t.uuid),
  amount: t.nullable(t.bigint),
  date: t.nullable(t.date),
  paymentMethod: t.nullable(t.textOf<PaymentMethod>()),
  campaign: t.nullable(t.text),
  hasNotes: t.present(t.boolean),
  hasTransactionId: t.present(t.boolean),
};
const selectGifts = `
    select row, donor_id, amount, date, payment_method, campaign, notes is not null as has_notes,
           source_id is not null as has_transaction_id
      from donation_import_row
     where ${inImportSql}`;

/** Lists the next gifts of an import. Amounts in cents. */
export const listNewGifts = statement({
  parameters: { importId: t.uuid, after: t.integer, limit: t.bigint },
  columns: giftColumns,
  sql: `${selectGifts}
       and ${isGift}
       and row > :after
     order by row
     limit :limit`,
});

export const findGift = statement({
  parameters: { importId: t.uuid, row: t.integer },
  columns: giftColumns,
  sql: `${selectGifts}
       and row = :row`,
});

/** Counts the gifts of an import, sums them in cents, and counts its changes of other gifts. */
export const sumNewRows = statement({
  parameters: { importId: t.uuid },
  columns: { donations: t.integer, amount: t.bigint, changes: t.integer },
  sql: `
    select count(*) filter (where proposed_action is null)::int as donations,
           coalesce(sum(amount) filter (where proposed_action is null), 0)::bigint as amount,
           count(*) filter (where proposed_action is not null)::int as changes
      from donation_import_row
     where ${inImportSql} and state = 'new'`,
});

/** Stores that the commit of an import has begun: its rows no longer change. */
export const markDecided = statement({
  parameters: { importId: t.uuid },
  sql: `
    update donation_import
       set commit_prepared = true
     where organization_id = :church and id = :importId`,
});

/** Counts the donations of an import in the projections. */
export const countRecorded = statement({
  parameters: { importId: t.uuid },
  columns: { donations: t.integer },
  sql: `
    select count(*)::int as donations
      from donation_version
     where organization_id = :church
       and build = ${currentBuildSql('donations')}
       and import_id = :importId
       and version = 1`,
});

/** Lists the titles of the campaigns of an import; empty for none. */
export const listCampaigns = statement({
  parameters: { importId: t.uuid },
  columns: { title: t.present(t.text) },
  sql: `
    select distinct coalesce(campaign, '') as title
      from donation_import_row
     where ${inImportSql} and state = 'new'`,
});

/** Stores the transaction numbers that an import recorded. */
export const keepSources = statement({
  parameters: { importId: t.uuid, source: t.text },
  sql: `
    insert into donation_source (
      organization_id, source_id, import_id, donation_id, source, gross, refunded, fund)
    select :church, source_id, import_id, ${donationId}, :source, gross, refunded,
           coalesce(campaign, '')
      from donation_import_row
     where ${inImportSql} and ${isGift} and source_id is not null`,
});

/** Stores the notes and transaction numbers of donations. */
export const keepTexts = statement({
  parameters: { importId: t.uuid },
  sql: `
    insert into giving_text (organization_id, event_id, notes, transaction_id)
    select :church, ${donationId}, notes, source_id
      from donation_import_row
     where ${inImportSql} and ${isGift} and (notes is not null or source_id is not null)`,
});
