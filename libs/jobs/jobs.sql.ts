import { statement, t } from '#libs/database';

/** Finds the queues among the given ones in which a job is due. */
export const findDueQueues = statement({
  parameters: { queues: t.array(t.text) },
  columns: { name: t.nullable(t.text) },
  sql: `
    select q.name
      from unnest(:queues::text[]) as q (name)
     where exists (
       select
         from jobs.job j
        where j.name = q.name
          and j.state < 'active'
          and not j.blocked
          and j.start_after <= now())`,
  isPrepared: true,
});

/**
 * Reads when jobs of the given queues whose process had died were last searched for, and when
 * finished jobs were last deleted.
 */
export const selectUpkeep = statement({
  parameters: { queues: t.array(t.text) },
  columns: { lost: t.nullable(t.timestamptz), finished: t.nullable(t.timestamptz) },
  sql: `
    select min(monitor_on) as lost, min(maintain_on) as finished
      from jobs.queue
     where name = any(:queues)`,
});
