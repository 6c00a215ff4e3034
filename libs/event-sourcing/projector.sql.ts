import { statement, t } from '#libs/database';

/**
 * The build of a projection whose rows queries read, as a subquery.
 * @param church the SQL expression of the church's id
 */
export const currentBuildSql = (name: string, church = ':church'): string =>
  `(select build from projection where organization_id = ${church} and name = '${name}')`;

/** Moves the checkpoints of all projections of a church forward. */
export const advanceCheckpoints = statement({
  parameters: { organizationId: t.uuid, position: t.bigint },
  columns: { name: t.text, build: t.integer },
  sql: `
    update projection
       set position = greatest(position, :position)
     where organization_id = :organizationId
    returning name, build`,
  isPrepared: true,
});

/** Adds the projections that a church does not have yet. */
export const insertProjections = statement({
  parameters: { organizationId: t.uuid, names: t.array(t.text) },
  sql: `
    insert into projection (organization_id, name, build)
    select :organizationId, name, 1
      from unnest(:names::text[]) name
    on conflict do nothing`,
});

/**
 * Sets the checkpoints of all projections, after the church's events were moved to another store.
 */
export const updateCheckpoints = statement({
  parameters: { position: t.bigint },
  sql: 'update projection set position = :position where organization_id = :church',
});

/** Reads the latest checkpoint of the projections; null for a church without projections. */
export const selectCheckpoint = statement({
  columns: { position: t.nullable(t.bigint) },
  sql: 'select max(position) as position from projection where organization_id = :church',
});

/**
 * Reserves the number of the next build. `left` is the number of an earlier rebuild that was
 * interrupted.
 */
export const beginRebuild = statement({
  parameters: { name: t.text },
  columns: {
    build: t.present(t.integer),
    current: t.integer,
    left: t.nullable(t.integer),
    total: t.bigint,
  },
  sql: `
    update projection p
       set rebuild = coalesce(p.rebuild, p.build) + 1
     where organization_id = :church and name = :name
    returning rebuild as build, old.build as current, old.rebuild as left, position as total`,
});

/** Sets the build that queries read. */
export const switchBuild = statement({
  parameters: { name: t.text, build: t.integer },
  sql: `
    update projection
       set build = :build, rebuild = null
     where organization_id = :church and name = :name`,
});
