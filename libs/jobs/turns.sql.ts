import { statement, t } from '#libs/database';

/** Reads the lowest turn that waits in a queue. Urgent jobs and later jobs have no turn. */
export const readLowestTurn = statement({
  parameters: { queue: t.text },
  columns: { turn: t.integer },
  sql: `
    select -j.priority as turn
      from jobs.job j
     where j.name = :queue
       and j.state < 'active'
       and not j.blocked
       and j.start_after <= now()
       and j.priority <= 0
     order by j.priority desc
     limit 1`,
  isPrepared: true,
});
