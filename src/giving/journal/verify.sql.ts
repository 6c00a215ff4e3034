import { statement, t } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';
import { donationSelectSql } from '../donation/donation-select.sql.js';

const total = { key: t.text, total: t.bigint, count: t.integer };

const selectTotalsOf = (table: string, key: string) =>
  statement({
    columns: total,
    sql: `
      select ${key} as key, total, count
        from ${table}
       where organization_id = :church and build = ${currentBuildSql('donations')}`,
  });

/** Reads all totals. `key` says what is added up, for example the donor's id and the year. */
export const selectTotals = {
  ledger: selectTotalsOf('ledger', `donor_id || ' ' || year`),
  campaign: selectTotalsOf('campaign_total', `campaign_id || ' ' || year`),
  month: selectTotalsOf('month_total', `to_char(month, 'YYYY-MM') || ' ' || payment_method`),
  fundraiser: selectTotalsOf('fundraiser_gift', `fundraiser_id || ' ' || donor_id`),
};

/** Reads the next versions of donations after a donation's version. */
export const selectVersionsAfter = statement({
  parameters: { donationId: t.uuid, version: t.integer, limit: t.bigint },
  columns: {
    donationId: t.uuid,
    version: t.integer,
    state: t.text,
    fromJournal: t.bigint,
    toJournal: t.nullable(t.bigint),
    donorId: t.uuid,
    amount: t.bigint,
    date: t.date,
    paymentMethod: t.text,
    campaignId: t.uuid,
    fundraiserId: t.nullable(t.uuid),
    importId: t.nullable(t.uuid),
    addedBy: t.nullable(t.uuid),
    eventId: t.uuid,
    textEventId: t.uuid,
    changedBy: t.nullable(t.uuid),
    recordedAt: t.timestamptz,
  },
  sql: `
    select donation_id,
           version,
           state,
           from_journal,
           to_journal,
           donor_id,
           amount,
           date,
           payment_method,
           campaign_id,
           fundraiser_id,
           import_id,
           added_by,
           event_id,
           text_event_id,
           changed_by,
           recorded_at
      from donation_version
     where organization_id = :church
       and build = ${currentBuildSql('donations')}
       and (donation_id, version) > (:donationId, :version)
     order by donation_id, version
     limit :limit`,
});

export const selectPledges = statement({
  columns: {
    id: t.uuid,
    userId: t.uuid,
    year: t.integer,
    amount: t.bigint,
    frequency: t.text,
    textEventId: t.uuid,
    createdAt: t.timestamptz,
    updatedAt: t.timestamptz,
    version: t.integer,
  },
  sql: `
    select id, user_id, year, amount, frequency, text_event_id, created_at, updated_at, version
      from pledge
     where organization_id = :church and build = ${currentBuildSql('pledges')}`,
});

export const selectFundraisers = statement({
  columns: {
    id: t.uuid,
    goal: t.bigint,
    opening: t.bigint,
    startDate: t.date,
    endDate: t.nullable(t.date),
    isActive: t.boolean,
    isRemoved: t.boolean,
    version: t.integer,
  },
  sql: `
    select id, goal, opening, start_date, end_date, is_active, is_removed, version
      from fundraiser
     where organization_id = :church and build = ${currentBuildSql('fundraisers')}`,
});

/** Reads the days whose donations count for the fundraisers. */
export const selectPeriods = statement({
  columns: { id: t.uuid, campaignId: t.uuid, startsOn: t.date, endsBefore: t.nullable(t.date) },
  sql: `
    select fundraiser_id as id, campaign_id, starts_on, ends_before
      from fundraiser_period
     where organization_id = :church and build = ${currentBuildSql('donations')}`,
});

/** Reads the campaigns of the fundraisers whose events do not name them. */
export const listCampaignsOfOldFundraisers = statement({
  columns: { fundraiserId: t.uuid, campaignId: t.uuid },
  sql: `
    select fundraiser_id, campaign_id
      from fundraiser_campaign
     where organization_id = :church`,
});

/** Finds rows of the ledger with another name or kind than the donor has. */
export const findOldNames = statement({
  columns: { donorId: t.uuid, year: t.integer },
  sql: `
    select l.donor_id, l.year
      from ledger l
      left join donor d on d.organization_id = :church and d.id = l.donor_id
     where l.organization_id = :church
       and l.build = ${currentBuildSql('donations')}
       and (l.name, l.name_key, l.kind) is distinct from (d.name, search_key(d.name), d.kind)
     limit 50`,
});

/** Reads the versions of donations that were projected from the given events. */
export const selectProjectedEvents = statement({
  parameters: { eventIds: t.array(t.uuid) },
  columns: {
    eventId: t.uuid,
    amount: t.bigint,
    date: t.date,
    donorId: t.uuid,
    paymentMethod: t.text,
    at: t.timestamptz,
    by: t.nullable(t.uuid),
  },
  sql: `
    select event_id,
           amount,
           date,
           donor_id,
           payment_method,
           recorded_at as at,
           changed_by as by
      from donation_version
     where organization_id = :church
       and build = ${currentBuildSql('donations')}
       and event_id = any(:eventIds::uuid[])`,
});

/** Adds up the donations that the list of donations shows. */
export const sumListed = statement({
  columns: { amount: t.bigint },
  sql: `
    select coalesce(sum(amount), 0)::bigint as amount
      from (${donationSelectSql} and v.to_journal is null) as listed`,
});
