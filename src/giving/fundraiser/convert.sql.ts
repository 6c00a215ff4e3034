import { statement, t } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';

/** Finds any fundraiser of the church that has a period. */
export const findAnyPeriod = statement({
  columns: { fundraiserId: t.uuid },
  sql: 'select fundraiser_id from fundraiser_period where organization_id = :church limit 1',
});

/**
 * Lists all fundraisers, in the order in which they take over the campaign that they had before a
 * rename. `startsOn` is null for a fundraiser that was removed or is not published yet.
 */
export const listOldFundraisers = statement({
  columns: {
    fundraiserId: t.uuid,
    title: t.text,
    titleKey: t.text,
    startsOn: t.nullable(t.date),
  },
  sql: `
    select t.fundraiser_id, t.title, t.title_key, f.start_date as starts_on
      from fundraiser_text t
      left join fundraiser f
        on f.organization_id = :church
       and f.build = ${currentBuildSql('fundraisers')}
       and f.id = t.fundraiser_id
       and not f.is_removed
     where t.organization_id = :church
     order by t.is_active desc, t.created_at desc, t.fundraiser_id`,
});

/** Reads the campaign of the newest donation that was recorded for each fundraiser. */
export const listRecordedCampaigns = statement({
  columns: { fundraiserId: t.present(t.uuid), campaignId: t.uuid, titleKey: t.text },
  sql: `
    select distinct on (v.fundraiser_id) v.fundraiser_id, v.campaign_id, c.title_key
      from donation_version v
      join campaign c on c.organization_id = :church and c.id = v.campaign_id
     where v.organization_id = :church
       and v.build = ${currentBuildSql('donations')}
       and v.to_journal is null
       and v.fundraiser_id is not null
     order by v.fundraiser_id, v.recorded_at desc, v.donation_id`,
});

/** Lists those of the titles that a campaign has. */
export const listUsedTitles = statement({
  parameters: { titleKeys: t.array(t.text) },
  columns: { titleKey: t.text },
  sql: `
    select title_key
      from campaign
     where organization_id = :church and title_key = any(:titleKeys::text[])`,
});

export const storeCampaignsOfOldFundraisers = statement({
  parameters: { fundraiserIds: t.array(t.uuid), campaignIds: t.array(t.uuid) },
  sql: `
    insert into fundraiser_campaign (organization_id, fundraiser_id, campaign_id)
    select :church, fundraiser_id, campaign_id
      from unnest(:fundraiserIds::uuid[], :campaignIds::uuid[]) as l(fundraiser_id, campaign_id)`,
});
