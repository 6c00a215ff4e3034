import { statement, t } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';

/** Reads the title of a fundraiser and its campaign, which is null if it was removed. */
export const selectTitle = statement({
  parameters: { id: t.uuid },
  columns: { titleKey: t.text, isActive: t.boolean, campaignId: t.nullable(t.uuid) },
  sql: `
    select f.title_key, f.is_active, p.campaign_id
      from fundraiser_text f
      left join fundraiser_period p
        on p.organization_id = :church
       and p.build = ${currentBuildSql('donations')}
       and p.fundraiser_id = f.fundraiser_id
     where f.organization_id = :church and f.fundraiser_id = :id`,
});

/** Finds other active fundraisers of a campaign. */
export const findActiveOfCampaign = statement({
  parameters: { id: t.uuid, campaignId: t.uuid },
  columns: { fundraiserId: t.uuid },
  sql: `
    select p.fundraiser_id
      from fundraiser_period p
      join fundraiser_text f
        on f.organization_id = :church and f.fundraiser_id = p.fundraiser_id and f.is_active
     where p.organization_id = :church
       and p.build = ${currentBuildSql('donations')}
       and p.campaign_id = :campaignId
       and p.fundraiser_id <> :id`,
});

/** Finds a donation that counts of a campaign, by its totals. */
export const findDonationsOfCampaign = statement({
  parameters: { campaignId: t.uuid },
  columns: { year: t.integer },
  sql: `
    select year
      from campaign_total
     where organization_id = :church
       and build = ${currentBuildSql('donations')}
       and campaign_id = :campaignId
     limit 1`,
});
