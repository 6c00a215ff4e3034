import { statement, t } from '#libs/database';
import { moveTotalsSql } from './totals.sql.js';

/** The columns of `donation_version` in the order in which the statements insert them. */
export const versionColumnsSql = `
  organization_id, build, donation_id, version, state, from_journal, to_journal, donor_id, amount,
  date, payment_method, campaign_id, fundraiser_id, import_id, added_by, event_id, text_event_id,
  changed_by, recorded_at`;

const giftColumns = `
  donation_id, journal, donor_id, amount, date, payment_method, campaign_id, fundraiser_id,
  import_id, actor, event_id, at`;

const insertFrom = (source: string) => `
  insert into donation_version (${versionColumnsSql})
  select :church, :build, donation_id, 1, 'given', journal, null, donor_id, amount, date,
         payment_method, campaign_id, fundraiser_id, import_id, actor, event_id, event_id, actor, at
    from ${source}`;

const giftsFromArrays = `
  unnest(
    :donationId::uuid[], :journal::bigint[], :donorId::uuid[], :amount::bigint[], :date::date[],
    :paymentMethod::text[], :campaignId::uuid[], :fundraiserId::uuid[], :importId::uuid[],
    :actor::uuid[], :eventId::uuid[], :at::timestamptz[]
  ) as d(${giftColumns})`;

const giftArrays = {
  build: t.integer,
  donationId: t.array(t.uuid),
  journal: t.array(t.bigint),
  donorId: t.array(t.uuid),
  amount: t.array(t.bigint),
  date: t.array(t.date),
  paymentMethod: t.array(t.text),
  campaignId: t.array(t.uuid),
  fundraiserId: t.array(t.nullable(t.uuid)),
  importId: t.array(t.nullable(t.uuid)),
  actor: t.array(t.nullable(t.uuid)),
  eventId: t.array(t.uuid),
  at: t.array(t.timestamptz),
};

/**
 * Inserts the first version of one gift, which is the usual case, and adds it to the totals.
 * PostgreSQL keeps the plan of a statement without arrays. To plan it takes longer than to run it.
 */
export const insertGift = statement({
  parameters: {
    build: t.integer,
    donationId: t.uuid,
    journal: t.bigint,
    donorId: t.uuid,
    amount: t.bigint,
    date: t.date,
    paymentMethod: t.text,
    campaignId: t.uuid,
    fundraiserId: t.nullable(t.uuid),
    importId: t.nullable(t.uuid),
    actor: t.nullable(t.uuid),
    eventId: t.uuid,
    at: t.timestamptz,
  },
  columns: { done: t.integer },
  sql: `
    with d as materialized (
      select *, 1 as n
        from (
               values (
                 :donationId::uuid, :journal::bigint, :donorId::uuid, :amount::bigint, :date::date,
                 :paymentMethod::text, :campaignId::uuid, :fundraiserId::uuid, :importId::uuid,
                 :actor::uuid, :eventId::uuid, :at::timestamptz
               )
             ) as d(${giftColumns})
    ),
    inserted as (${insertFrom('d')}),
    ${moveTotalsSql('d')}
    select 1 as done`,
  isPrepared: true,
});

/** Inserts the first versions of gifts, and adds the gifts to the totals. */
export const insertGifts = statement({
  parameters: giftArrays,
  columns: { done: t.integer },
  sql: `
    with d as materialized (
      select *, 1 as n from ${giftsFromArrays}
    ),
    inserted as (${insertFrom('d')}),
    ${moveTotalsSql('d')}
    select 1 as done`,
  isPrepared: true,
});

/**
 * Inserts the first versions of gifts of an import. `addImportToTotals` adds them to the totals.
 */
export const insertGiftsOfImport = statement({
  parameters: giftArrays,
  sql: insertFrom(giftsFromArrays),
  isPrepared: true,
});

/**
 * Adds the gifts of an import to the totals, once, when all of its rows have been inserted. Other
 * rows of the import may have changed some of these gifts before.
 */
export const addImportToTotals = statement({
  parameters: { build: t.integer, importId: t.uuid },
  columns: { done: t.integer },
  sql: `
    with d as materialized (
      select donor_id, date, payment_method, campaign_id, amount, 1 as n
        from donation_version
       where organization_id = :church
         and build = :build
         and import_id = :importId
         and to_journal is null
    ),
    ${moveTotalsSql('d')}
    select 1 as done`,
  isPrepared: true,
});

/**
 * Whether the totals include the donation of an event. They do not include the gifts of an import
 * before its marker, which the rows of the same import may change. `:withinImport` is the import
 * whose stream contains the event; null for other streams.
 */
export const isCountedSql =
  '(:withinImport::uuid is null or import_id is distinct from :withinImport::uuid)';

/** Closes the open version of a donation, and opens the next one with other facts. */
export const correctDonation = statement({
  parameters: {
    build: t.integer,
    donationId: t.uuid,
    journal: t.bigint,
    donorId: t.uuid,
    amount: t.bigint,
    date: t.date,
    paymentMethod: t.text,
    campaignId: t.uuid,
    fundraiserId: t.nullable(t.uuid),
    eventId: t.uuid,
    textChanged: t.boolean,
    actor: t.nullable(t.uuid),
    at: t.timestamptz,
    withinImport: t.nullable(t.uuid),
  },
  columns: { done: t.integer },
  sql: `
    with closed as (
      update donation_version
         set to_journal = :journal
       where organization_id = :church
         and build = :build
         and donation_id = :donationId
         and to_journal is null
      returning *
    ),
    opened as (
      insert into donation_version (${versionColumnsSql})
      select organization_id, build, donation_id, version + 1, 'given', :journal, null,
             :donorId::uuid, :amount::bigint, :date::date, :paymentMethod::text, :campaignId::uuid,
             :fundraiserId::uuid, import_id, added_by, :eventId::uuid,
             case when :textChanged::boolean then :eventId::uuid else text_event_id end,
             :actor::uuid, :at::timestamptz
        from closed
    ),
    d as (
      select donor_id, date, payment_method, campaign_id, -amount as amount, -1 as n
        from closed
       where ${isCountedSql}
      union all
      select :donorId::uuid, :date::date, :paymentMethod::text, :campaignId::uuid,
             :amount::bigint, 1
        from closed
       where ${isCountedSql}
    ),
    ${moveTotalsSql('d')}
    select 1 as done`,
  isPrepared: true,
});

/**
 * Restores a voided donation: adds a version with the values and the texts of its last version, and
 * adds its amount to the totals.
 */
export const restoreDonation = statement({
  parameters: {
    build: t.integer,
    donationId: t.uuid,
    journal: t.bigint,
    eventId: t.uuid,
    actor: t.nullable(t.uuid),
    at: t.timestamptz,
  },
  columns: { done: t.integer },
  sql: `
    with voided as (
      select *
        from donation_version
       where organization_id = :church and build = :build and donation_id = :donationId
       order by version desc
       limit 1
    ),
    opened as (
      insert into donation_version (${versionColumnsSql})
      select organization_id, build, donation_id, version + 1, 'given', :journal, null, donor_id,
             amount, date, payment_method, campaign_id, fundraiser_id, import_id, added_by,
             :eventId::uuid, text_event_id, :actor::uuid, :at::timestamptz
        from voided
    ),
    d as (
      select donor_id, date, payment_method, campaign_id, amount, 1 as n
        from voided
    ),
    ${moveTotalsSql('d')}
    select 1 as done`,
});

const deleteBuildFrom = (table: string) =>
  statement({
    parameters: { build: t.integer },
    sql: `delete from ${table} where organization_id = :church and build = :build`,
  });

/** The statements that delete the rows of a build, by the names of the tables. */
export const deleteDonationBuild = {
  donation_version: deleteBuildFrom('donation_version'),
  ledger: deleteBuildFrom('ledger'),
  campaign_total: deleteBuildFrom('campaign_total'),
  month_total: deleteBuildFrom('month_total'),
  fundraiser_gift: deleteBuildFrom('fundraiser_gift'),
  fundraiser_period: deleteBuildFrom('fundraiser_period'),
};
