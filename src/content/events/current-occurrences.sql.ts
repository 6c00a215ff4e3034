import { statement, t } from '#libs/database';

/** The local time at which the stored occurrence of an event ends. Ignores changes of the clock. */
export const endOfEvent = '(date + make_interval(mins => duration_minutes))';

const endedSeries = {
  id: t.uuid,
  date: t.timestamp,
  start: t.timestamp,
  rule: t.present(t.text),
  exceptions: t.array(t.text),
  minutes: t.integer,
};

const selectEndedSeries = `
    select id,
           date,
           series_start as start,
           recurrence as rule,
           exceptions,
           duration_minutes as minutes
      from church_event
     where organization_id = :church
       and recurrence is not null
       and not is_over
       and ${endOfEvent} <= :now`;

/**
 * Reads the series (or only the series `id`) whose stored occurrence has ended at local time `now`.
 */
export const readEndedSeries = statement({
  parameters: { now: t.timestamp, id: t.nullable(t.uuid) },
  columns: endedSeries,
  sql: `${selectEndedSeries}
       and (:id::uuid is null or id = :id)`,
});

/** Locks the series whose stored occurrence has ended. Skips those that are locked already. */
export const lockEndedSeries = statement({
  parameters: { now: t.timestamp },
  columns: endedSeries,
  sql: `${selectEndedSeries}
       for no key update skip locked`,
});
