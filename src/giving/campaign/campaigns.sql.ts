import { statement, t } from '#libs/database';

/** Finds the campaigns of some titles, which are their titles now or their aliases. */
export const selectCampaigns = statement({
  parameters: { titleKeys: t.array(t.text) },
  columns: { key: t.present(t.text), id: t.present(t.uuid), title: t.present(t.text) },
  sql: `
    select c.title_key as key, c.id, c.title
      from campaign c
     where c.organization_id = :church and c.title_key = any(:titleKeys::text[])
     union all
    select a.title_key, c.id, c.title
      from campaign_alias a
      join campaign c on c.organization_id = :church and c.id = a.campaign_id
     where a.organization_id = :church and a.title_key = any(:titleKeys::text[])`,
  isPrepared: true,
});

/** Lists all titles that find a campaign: its title now, and its aliases. */
export const listTitleKeys = statement({
  columns: { key: t.present(t.text) },
  sql: `
    select title_key as key from campaign where organization_id = :church
     union all
    select title_key from campaign_alias where organization_id = :church
     order by key`,
});

/**
 * Finds the campaigns with exactly some titles whose keys belong to other campaigns: titles that
 * look the same and were two campaigns before migration 0037.
 */
export const selectCampaignsWithOldKeys = statement({
  parameters: { titles: t.array(t.text) },
  columns: { id: t.uuid, title: t.text },
  sql: `
    select id, title
      from campaign
     where organization_id = :church
       and title = any(:titles::text[])
       and title_key <> name_key(title)`,
});

/** Finds the campaign that has a title now. */
export const selectTitleHolder = statement({
  parameters: { titleKey: t.text },
  columns: { id: t.uuid },
  sql: 'select id from campaign where organization_id = :church and title_key = :titleKey',
});

export const selectCampaign = statement({
  parameters: { id: t.uuid },
  columns: { title: t.text, titleKey: t.text },
  sql: 'select title, title_key from campaign where organization_id = :church and id = :id',
});

/** Finds the campaign that has a title as an alias. */
export const selectAlias = statement({
  parameters: { titleKey: t.text },
  columns: { campaignId: t.uuid },
  sql: `
    select campaign_id
      from campaign_alias
     where organization_id = :church and title_key = :titleKey`,
});

/** Adds campaigns, except for those whose titles already exist. */
export const insertCampaigns = statement({
  parameters: { ids: t.array(t.uuid), titles: t.array(t.text), titleKeys: t.array(t.text) },
  sql: `
    insert into campaign (organization_id, id, title, title_key)
    select :church, id, title, key
      from unnest(:ids::uuid[], :titles::text[], :titleKeys::text[]) as c(id, title, key)
    on conflict do nothing`,
});

export const updateTitle = statement({
  parameters: { id: t.uuid, title: t.text, titleKey: t.text },
  sql: `
    update campaign
       set title = :title, title_key = :titleKey
     where organization_id = :church and id = :id`,
});

/**
 * Lets a title find a campaign that has another title now. An alias of another campaign is moved:
 * the caller has made sure that the other campaign does not need it.
 */
export const storeAlias = statement({
  parameters: { titleKey: t.text, campaignId: t.uuid },
  sql: `
    insert into campaign_alias (organization_id, title_key, campaign_id)
    values (:church, :titleKey, :campaignId)
    on conflict (organization_id, title_key) do update
       set campaign_id = excluded.campaign_id`,
});

export const deleteAlias = statement({
  parameters: { titleKey: t.text },
  sql: 'delete from campaign_alias where organization_id = :church and title_key = :titleKey',
});

/** Adds a campaign that is called by its id for each id that no campaign has. */
export const insertMissingCampaigns = statement({
  parameters: { ids: t.array(t.uuid) },
  sql: `
    insert into campaign (organization_id, id, title, title_key)
    select :church, unknown.id, unknown.id::text, unknown.id::text
      from unnest(:ids::uuid[]) as unknown(id)
     where not exists (
       select 1 from campaign c where c.organization_id = :church and c.id = unknown.id)`,
});
