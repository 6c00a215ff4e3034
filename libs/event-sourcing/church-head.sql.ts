import { statement, t } from '#libs/database';

/**
 * Reads the name of the store of a church. It is null if a lock has inserted the row before the
 * first event of the church.
 */
export const selectStore = statement({
  parameters: { organizationId: t.uuid },
  columns: { store: t.nullable(t.text) },
  sql: 'select store from event_head where organization_id = :organizationId',
  isPrepared: true,
});

/** Reads the same as `selectStore`, and locks the row until the transaction ends. */
export const lockHead = statement({
  parameters: { organizationId: t.uuid },
  columns: { store: t.nullable(t.text) },
  sql: 'select store from event_head where organization_id = :organizationId for update',
  isPrepared: true,
});

export const insertHead = statement({
  parameters: { organizationId: t.uuid },
  sql: `
    insert into event_head (organization_id)
    values (:organizationId)
    on conflict do nothing`,
});

/** Stores the name of the store of a church that has none yet. */
export const setStoreIfMissing = statement({
  parameters: { organizationId: t.uuid, store: t.text },
  sql: `
    insert into event_head (organization_id, store)
    values (:organizationId, :store)
    on conflict (organization_id) do update
       set store = coalesce(event_head.store, excluded.store)`,
});

export const updateStore = statement({
  parameters: { store: t.text },
  sql: 'update event_head set store = :store where organization_id = :church',
});

export const selectHeadPosition = statement({
  columns: { position: t.bigint },
  sql: 'select position from event_head where organization_id = :church',
});
