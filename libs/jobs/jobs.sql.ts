import { statement, t } from '#libs/database';

/** Finds those of some queues in which a job is due. */
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

/** Reads when some queues were last looked after: for jobs whose process had died, and for finished jobs. */
export const selectUpkeep = statement({
  parameters: { queues: t.array(t.text) },
  columns: { lost: t.nullable(t.timestamptz), finished: t.nullable(t.timestamptz) },
  sql: `
    select min(monitor_on) as lost, min(maintain_on) as finished
      from jobs.queue
     where name = any(:queues)`,
});
