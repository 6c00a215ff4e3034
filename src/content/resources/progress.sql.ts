import { statement, t } from '#libs/database';

const progress = {
  id: t.uuid,
  userId: t.uuid,
  resourceId: t.uuid,
  progress: t.integer,
  lastAccessed: t.timestamptz,
};

/** Lists the progress of a user in each active resource, the one opened last first. */
export const listProgress = statement({
  parameters: { userId: t.uuid },
  columns: progress,
  sql: `
    select id, user_id, resource_id, progress, last_accessed
      from user_resource u
     where organization_id = :church
       and user_id = :userId
       and exists (
         select 1
           from resource
          where organization_id = :church and id = u.resource_id and is_active)
     order by last_accessed desc, id`,
});

/** Counts the active resources, and those of them that a user has begun. */
export const countResources = statement({
  parameters: { userId: t.uuid },
  columns: { accessed: t.integer, total: t.integer },
  sql: `
    select count(u.id)::int as accessed, count(*)::int as total
      from resource r
      left join user_resource u
        on u.organization_id = :church
       and u.resource_id = r.id
       and u.user_id = :userId
       and u.progress > 0
     where r.organization_id = :church and r.is_active`,
});

export const findActiveResource = statement({
  parameters: { id: t.uuid },
  columns: { id: t.uuid },
  sql: 'select id from resource where organization_id = :church and id = :id and is_active',
});

/** Stores the progress of a user. Keeps a larger stored value, unless `restart`. */
export const storeProgress = statement({
  parameters: {
    id: t.uuid,
    userId: t.uuid,
    resourceId: t.uuid,
    progress: t.integer,
    restart: t.boolean,
  },
  columns: progress,
  sql: `
    insert into user_resource (organization_id, id, user_id, resource_id, progress)
    values (:church, :id, :userId, :resourceId, :progress)
    on conflict (organization_id, user_id, resource_id) do update
       set progress = case
             when :restart then excluded.progress
             else greatest(user_resource.progress, excluded.progress)
           end,
           last_accessed = now()
    returning id, user_id, resource_id, progress, last_accessed`,
});
