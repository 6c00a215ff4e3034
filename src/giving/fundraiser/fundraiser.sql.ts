import { statement, t } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';

export const insertFundraiser = statement({
  parameters: {
    build: t.integer,
    id: t.uuid,
    goal: t.bigint,
    opening: t.bigint,
    startDate: t.date,
    endDate: t.nullable(t.date),
    isActive: t.boolean,
  },
  sql: `
    insert into fundraiser (
      organization_id, build, id, goal, opening, start_date, end_date, is_active, is_removed,
      version
    )
    values (
      :church, :build, :id, :goal, :opening, :startDate, :endDate, :isActive, false, 1
    )`,
});

export const updateFundraiser = statement({
  parameters: {
    build: t.integer,
    id: t.uuid,
    goal: t.bigint,
    startDate: t.date,
    endDate: t.nullable(t.date),
    isActive: t.boolean,
  },
  sql: `
    update fundraiser
       set goal = :goal,
           start_date = :startDate,
           end_date = :endDate,
           is_active = :isActive,
           version = version + 1
     where organization_id = :church and build = :build and id = :id`,
});

export const removeFundraiser = statement({
  parameters: { build: t.integer, id: t.uuid },
  sql: `
    update fundraiser
       set is_removed = true, is_active = false, version = version + 1
     where organization_id = :church and build = :build and id = :id`,
});

export const deleteFundraiserBuild = statement({
  parameters: { build: t.integer },
  sql: 'delete from fundraiser where organization_id = :church and build = :build',
});

/**
 * Finds other active fundraisers that have the title of a fundraiser, if it is active itself.
 * `titleKey` and `isActive` are null if they stay as they are.
 */
export const findSameTitle = statement({
  parameters: { id: t.uuid, titleKey: t.nullable(t.text), isActive: t.nullable(t.boolean) },
  columns: { fundraiserId: t.uuid },
  sql: `
    with own as (
      select title_key, is_active
        from fundraiser_text
       where organization_id = :church and fundraiser_id = :id
    )
    select other.fundraiser_id
      from fundraiser_text other
     where other.organization_id = :church
       and other.fundraiser_id <> :id
       and other.is_active
       and other.title_key = coalesce(:titleKey::text, (select title_key from own))
       and coalesce(:isActive::boolean, (select is_active from own), true)`,
});

/** Stores the texts of a fundraiser. Those that are null stay as they are. */
export const storeFundraiserText = statement({
  parameters: {
    id: t.uuid,
    title: t.nullable(t.text),
    titleKey: t.nullable(t.text),
    description: t.nullable(t.text),
    isActive: t.nullable(t.boolean),
  },
  sql: `
    insert into fundraiser_text (
      organization_id, fundraiser_id, title, title_key, description, is_active
    )
    values (
      :church, :id, coalesce(:title, ''), coalesce(:titleKey, ''), coalesce(:description, ''),
      coalesce(:isActive, true)
    )
    on conflict (organization_id, fundraiser_id) do update
       set title = coalesce(:title, fundraiser_text.title),
           title_key = coalesce(:titleKey, fundraiser_text.title_key),
           description = coalesce(:description, fundraiser_text.description),
           is_active = coalesce(:isActive, fundraiser_text.is_active)`,
});

/** Releases the title of a fundraiser. `count` returns 0 if the title was released before. */
export const freeTitle = statement({
  parameters: { id: t.uuid },
  sql: `
    update fundraiser_text
       set is_active = false
     where organization_id = :church and fundraiser_id = :id and is_active`,
});

const fundraiserColumns = {
  id: t.uuid,
  title: t.text,
  description: t.text,
  goal: t.bigint,
  raised: t.bigint,
  donors: t.integer,
  startDate: t.date,
  endDate: t.nullable(t.date),
  isActive: t.boolean,
  version: t.integer,
};

const selectFundraisers = `
    select f.id,
           t.title,
           t.description,
           f.goal,
           (f.opening + coalesce(g.total, 0))::bigint as raised,
           coalesce(g.donors, 0)::int as donors,
           f.start_date,
           f.end_date,
           f.is_active,
           f.version
      from fundraiser f
      join fundraiser_text t on t.organization_id = :church and t.fundraiser_id = f.id
      left join (
             select fundraiser_id, sum(total) as total, count(*) as donors
               from fundraiser_gift
              where organization_id = :church and build = ${currentBuildSql('donations')}
              group by 1
           ) g on g.fundraiser_id = f.id
     where f.organization_id = :church
       and f.build = ${currentBuildSql('fundraisers')}
       and not f.is_removed`;

export const selectFundraiser = statement({
  parameters: { id: t.uuid },
  columns: fundraiserColumns,
  sql: `${selectFundraisers} and f.id = :id`,
});

/** Lists the fundraisers, active ones first, then the newest first. */
export const listFundraiserRows = statement({
  parameters: { onlyActive: t.boolean },
  columns: fundraiserColumns,
  sql: `${selectFundraisers} and (f.is_active or not :onlyActive::boolean)
     order by f.is_active desc, f.start_date desc, t.created_at desc`,
});
