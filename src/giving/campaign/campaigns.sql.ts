import { statement, t } from '#libs/database';

/** Reads the campaigns of some titles. `fundraiser`: the fundraiser that is active under the title. */
export const selectCampaigns = statement({
  parameters: { titleKeys: t.array(t.text) },
  columns: {
    key: t.text,
    id: t.uuid,
    title: t.text,
    fundraiser: t.nullable(t.uuid),
  },
  sql: `
    select c.title_key as key, c.id, c.title, f.fundraiser_id as fundraiser
      from campaign c
      left join fundraiser_text f
        on f.organization_id = :church and f.title_key = c.title_key and f.is_active
     where c.organization_id = :church and c.title_key = any(:titleKeys::text[])`,
  isPrepared: true,
});

/** Adds campaigns, except for those whose titles are there. */
export const insertCampaigns = statement({
  parameters: { ids: t.array(t.uuid), titles: t.array(t.text), titleKeys: t.array(t.text) },
  sql: `
    insert into campaign (organization_id, id, title, title_key)
    select :church, id, title, key
      from unnest(:ids::uuid[], :titles::text[], :titleKeys::text[]) as c(id, title, key)
    on conflict do nothing`,
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
