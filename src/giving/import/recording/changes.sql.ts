import { statement, t } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';
import type { DonationFacts } from '../../donation/donation.js';

const inImportSql = 'organization_id = :church and import_id = :importId';
/**
 * The new rows that change a gift: a recorded one (`matching_donation`), or the gift of another row
 * of the file (`matching_row`).
 */
const changesGift = `state = 'new' and proposed_action is not null`;
/** Computes the same id as `rowDonationId`. */
const idOfRow = (row: string) =>
  `(left(:importId::uuid::text, 28) || lpad(to_hex(${row}), 8, '0'))::uuid`;
const build = currentBuildSql('donations');

/** A prepared change of a gift, which was decided while the church was locked. */
export interface Change {
  donationId: string;
  before: DonationFacts;
  /** null if the gift is deleted */
  after: DonationFacts | null;
}

/**
 * Lists the rows that change gifts. `proposedAmount`: the amount that the gift will have, in cents.
 */
export const listAcceptedRows = statement({
  parameters: { importId: t.uuid },
  columns: {
    row: t.integer,
    matchingRow: t.nullable(t.integer),
    matchingDonation: t.nullable(t.uuid),
    proposedAction: t.present(t.textOf<'correct' | 'void'>()),
    proposedAmount: t.nullable(t.bigint),
    takesBack: t.boolean,
    campaign: t.nullable(t.text),
  },
  sql: `
    select row, matching_row, matching_donation, proposed_action, proposed_amount, takes_back,
           campaign
      from donation_import_row
     where ${inImportSql} and ${changesGift}
     order by row`,
});

/** Stores what rows change, as JSON text. `rows` and `changes` belong together by their places. */
export const storeChanges = statement({
  parameters: { importId: t.uuid, rows: t.array(t.integer), changes: t.array(t.json<string>()) },
  sql: `
    update donation_import_row r
       set prepared_change = c.change
      from unnest(:rows::int[], :changes::json[]) c(row, change)
     where r.organization_id = :church and r.import_id = :importId and r.row = c.row`,
});

export const listChanges = statement({
  parameters: { importId: t.uuid },
  columns: { row: t.integer, change: t.present(t.json<Change>()) },
  sql: `
    select row, prepared_change as change
      from donation_import_row
     where ${inImportSql} and ${changesGift}
     order by row`,
});

/** Stores why gifts changed, for their histories. */
export const keepChangeReasons = statement({
  parameters: { importId: t.uuid, reason: t.text },
  sql: `
    insert into giving_text (organization_id, event_id, reason)
    select :church, ${idOfRow('row')},
           :reason || ', row ' || row ||
             case when takes_back then ': money was refunded'
               else ': the file says otherwise now' end
      from donation_import_row
     where ${inImportSql} and ${changesGift}
    on conflict do nothing`,
});

/**
 * Stores the transaction numbers of rows that change gifts, so that the same refund is recognized.
 */
export const keepChangeSources = statement({
  parameters: { importId: t.uuid, source: t.text },
  sql: `
    insert into donation_source
           (organization_id, source_id, import_id, donation_id, source, gross, refunded, fund,
            takes_back)
    select distinct on (1, 2, 3, 4, 9)
           :church::uuid, coalesce(source_id, refund_of), import_id,
           coalesce(matching_donation, ${idOfRow('matching_row')}),
           :source,
           case when takes_back then -amount else gross end,
           case when takes_back then 0 else refunded end,
           coalesce(campaign, ''), takes_back
      from donation_import_row
     where ${inImportSql} and ${changesGift} and coalesce(source_id, refund_of) is not null
     order by 1, 2, 3, 4, 9, row desc`,
});

/** Lists the donations that an import changed and that are older than the import. */
export const listChangedDonationIds = statement({
  parameters: { importId: t.uuid },
  columns: { donationId: t.present(t.uuid) },
  sql: `
    select distinct matching_donation as donation_id
      from donation_import_row
     where ${inImportSql}
       and ${changesGift}
       and prepared_change is not null
       and matching_row is null`,
});

/**
 * Lists donations with the first and last version that an import wrote, and the newest version.
 */
export const listVersionsOfChange = statement({
  parameters: { importId: t.uuid, donations: t.array(t.uuid) },
  columns: {
    donationId: t.uuid,
    first: t.present(t.integer),
    last: t.present(t.integer),
    latest: t.present(t.integer),
  },
  sql: `
    select v.donation_id,
           min(v.version)
             filter (where left(v.event_id::text, 28) = left(:importId::uuid::text, 28)) as first,
           max(v.version)
             filter (where left(v.event_id::text, 28) = left(:importId::uuid::text, 28)) as last,
           max(v.version) as latest
      from donation_version v
     where v.organization_id = :church
       and v.build = ${build}
       and v.import_id is distinct from :importId
       and v.donation_id = any(:donations::uuid[])
     group by v.donation_id`,
});

/** Finds a version of a donation. The amount in cents. */
export const findVersion = statement({
  parameters: { donationId: t.uuid, version: t.integer },
  columns: {
    donorId: t.uuid,
    amount: t.bigint,
    date: t.date,
    paymentMethod: t.textOf<DonationFacts['paymentMethod']>(),
    campaignId: t.uuid,
    recordedFundraiserId: t.nullable(t.uuid),
  },
  sql: `
    select donor_id, amount, date, payment_method, campaign_id,
           fundraiser_id as recorded_fundraiser_id
      from donation_version
     where organization_id = :church
       and build = ${build}
       and donation_id = :donationId
       and version = :version`,
});
