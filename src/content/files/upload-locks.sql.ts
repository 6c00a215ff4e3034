import { statement, t } from '#libs/database';

/** Takes a lock if it is free or has expired. Counts 1 if it was taken. */
export const takeLock = statement({
  parameters: { id: t.uuid, holder: t.uuid, milliseconds: t.double },
  sql: `
    insert into upload_lock (id, holder, expires_at)
    values (:id, :holder, now() + :milliseconds * interval '1 millisecond')
    on conflict (id) do update
       set holder = excluded.holder, expires_at = excluded.expires_at, wanted = false
     where upload_lock.expires_at < now()`,
});

/** Marks a lock, so that its holder sees that another connection waits for it. */
export const askForLock = statement({
  parameters: { id: t.uuid },
  sql: 'update upload_lock set wanted = true where id = :id and not wanted',
});

export const freeLock = statement({
  parameters: { holder: t.uuid },
  sql: 'delete from upload_lock where holder = :holder',
});

/** Extends locks, and returns those that still exist. */
export const renewLocks = statement({
  parameters: { holders: t.array(t.uuid), milliseconds: t.double },
  columns: { holder: t.uuid, wanted: t.boolean },
  sql: `
    update upload_lock
       set expires_at = now() + :milliseconds * interval '1 millisecond'
     where holder = any(:holders::uuid[])
    returning holder, wanted`,
});
