import { statement, t } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';

/**
 * Whether a period contains a donation.
 * @param period the alias of `fundraiser_period`
 * @param gift the alias of rows with `campaign_id` and `date`
 */
const isInPeriodSql = (period: string, gift: string): string => `
  ${period}.campaign_id = ${gift}.campaign_id
  and ${gift}.date >= ${period}.starts_on
  and (${period}.ends_before is null or ${gift}.date < ${period}.ends_before)`;

/**
 * The join that finds the fundraiser of donations, as `p.fundraiser_id`, in the build `:build`.
 * @param gift the alias of rows with `campaign_id` and `date`
 */
export const joinPeriodSql = (gift: string): string => `
  join fundraiser_period p
    on p.organization_id = :church
   and p.build = :build
   and ${isInPeriodSql('p', gift)}`;

/** The fundraiser for which the version `v` of a donation counts, as a subquery. */
export const fundraiserOfVersionSql = `(
  select p.fundraiser_id
    from fundraiser_period p
   where p.organization_id = :church
     and p.build = v.build
     and ${isInPeriodSql('p', 'v')}
   limit 1)`;

/** Finds the fundraiser for which a donation to a campaign on a day counts. */
export const findFundraiserOn = statement({
  parameters: { campaignId: t.uuid, date: t.date },
  columns: { fundraiserId: t.uuid },
  sql: `
    select p.fundraiser_id
      from fundraiser_period p
      join (values (:campaignId::uuid, :date::date)) as g(campaign_id, date)
        on ${isInPeriodSql('p', 'g')}
     where p.organization_id = :church and p.build = ${currentBuildSql('donations')}
     limit 1`,
  isPrepared: true,
});

/** Finds the campaign of a fundraiser that was created before its events named the campaign. */
export const findCampaignOfOldFundraiser = statement({
  parameters: { fundraiserId: t.uuid },
  columns: { campaignId: t.uuid },
  sql: `
    select campaign_id
      from fundraiser_campaign
     where organization_id = :church and fundraiser_id = :fundraiserId`,
});

/** Reads the campaign and the start date of a fundraiser that was not removed. */
export const findPeriod = statement({
  parameters: { build: t.integer, fundraiserId: t.uuid },
  columns: { campaignId: t.uuid, startsOn: t.date },
  sql: `
    select campaign_id, starts_on
      from fundraiser_period
     where organization_id = :church and build = :build and fundraiser_id = :fundraiserId`,
});

export const listPeriods = statement({
  parameters: { build: t.integer, campaignId: t.uuid },
  columns: { fundraiserId: t.uuid, startsOn: t.date },
  sql: `
    select fundraiser_id, starts_on
      from fundraiser_period
     where organization_id = :church and build = :build and campaign_id = :campaignId`,
});

/** Stores the campaign and the start date of a fundraiser. `storePeriodEnds` must follow. */
export const storePeriod = statement({
  parameters: { build: t.integer, fundraiserId: t.uuid, campaignId: t.uuid, startsOn: t.date },
  sql: `
    insert into fundraiser_period (organization_id, build, fundraiser_id, campaign_id, starts_on)
    values (:church, :build, :fundraiserId, :campaignId, :startsOn)
    on conflict (organization_id, build, fundraiser_id) do update
       set campaign_id = excluded.campaign_id,
           starts_on = excluded.starts_on`,
});

export const storePeriodEnds = statement({
  parameters: {
    build: t.integer,
    fundraiserIds: t.array(t.uuid),
    endsBefore: t.array(t.nullable(t.date)),
  },
  sql: `
    update fundraiser_period p
       set ends_before = e.ends_before
      from unnest(:fundraiserIds::uuid[], :endsBefore::date[]) as e(fundraiser_id, ends_before)
     where p.organization_id = :church
       and p.build = :build
       and p.fundraiser_id = e.fundraiser_id`,
});

export const deletePeriod = statement({
  parameters: { build: t.integer, fundraiserId: t.uuid },
  sql: `
    delete from fundraiser_period
     where organization_id = :church and build = :build and fundraiser_id = :fundraiserId`,
});

/** Finds the build of the donations that queries read; null before the first event of a church. */
export const selectDonationsBuild = statement({
  columns: { build: t.nullable(t.integer) },
  sql: `select ${currentBuildSql('donations')} as build`,
});

/** Deletes the gift totals of some fundraisers; of all fundraisers if `fundraiserIds` is null. */
export const deleteGiftTotals = statement({
  parameters: { build: t.integer, fundraiserIds: t.nullable(t.array(t.uuid)) },
  sql: `
    delete from fundraiser_gift
     where organization_id = :church
       and build = :build
       and (:fundraiserIds::uuid[] is null or fundraiser_id = any(:fundraiserIds::uuid[]))`,
});

/**
 * Adds up the donations that some fundraisers have received; all fundraisers if `fundraiserIds` is
 * null. It reads the donations since their start dates. It skips campaigns without donations by
 * their totals, which is faster.
 */
export const insertGiftTotals = statement({
  parameters: { build: t.integer, fundraiserIds: t.nullable(t.array(t.uuid)) },
  sql: `
    insert into fundraiser_gift (organization_id, build, fundraiser_id, donor_id, total, count)
    select :church, :build, p.fundraiser_id, v.donor_id, sum(v.amount)::bigint, count(*)::int
      from donation_version v
      ${joinPeriodSql('v')}
     where v.organization_id = :church
       and v.build = :build
       and v.to_journal is null
       and (:fundraiserIds::uuid[] is null or p.fundraiser_id = any(:fundraiserIds::uuid[]))
       and exists (
         select 1
           from campaign_total t
          where t.organization_id = :church
            and t.build = :build
            and t.campaign_id = p.campaign_id)
     group by p.fundraiser_id, v.donor_id`,
});
