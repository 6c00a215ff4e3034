import { statement, t } from '#libs/database';
import type { FollowerTrouble } from './follower-troubles.js';

/** Finds a store outside of PostgreSQL that churches have used. */
export const findFollowedStore = statement({
  columns: { store: t.text },
  sql: 'select store from event_follower',
});

/** Adds a store that is followed, without a position: it is read from the beginning. */
export const insertFollowedStore = statement({
  parameters: { store: t.text },
  sql: 'insert into event_follower (store) values (:store) on conflict do nothing',
});

/** Reads the position up to which EventStoreDB was followed. */
export const selectPosition = statement({
  columns: { position: t.nullable(t.bigint) },
  sql: `select position from event_follower where store = 'eventstoredb'`,
});

/** Stores the position up to which EventStoreDB was followed, unless a later one is stored. */
export const advancePosition = statement({
  parameters: { position: t.bigint },
  sql: `
    insert into event_follower (store, position)
    values ('eventstoredb', :position)
    on conflict (store) do update
       set position = greatest(event_follower.position, excluded.position)`,
});

/**
 * Stores an earlier position. Does nothing if no position is stored, because the follower then
 * reads from the beginning.
 */
export const setBackPosition = statement({
  parameters: { position: t.bigint },
  sql: `
    update event_follower
       set position = :position
     where store = 'eventstoredb' and position > :position`,
});

export const clearFollowerPosition = statement({
  sql: `update event_follower set position = null where store = 'eventstoredb'`,
});

/** Reads the last report of the process that follows. `isOld`: it is older than a minute. */
export const selectReport = statement({
  columns: { troubles: t.jsonb<FollowerTrouble[]>(), isOld: t.boolean },
  sql: `
    select troubles, reported_at < now() - interval '1 minute' as is_old
      from event_follower
     where store = 'eventstoredb' and reported_at is not null`,
});

export const storeReport = statement({
  parameters: { troubles: t.jsonb<readonly FollowerTrouble[]>() },
  sql: `
    insert into event_follower (store, troubles, reported_at)
    values ('eventstoredb', :troubles, now())
    on conflict (store) do update
       set troubles = excluded.troubles, reported_at = excluded.reported_at`,
});

/** Lists the imports of all churches that are being recorded or undone. */
export const listImportWork = statement({
  columns: { organizationId: t.uuid, importId: t.uuid },
  sql: 'select organization_id, import_id from import_work',
});
