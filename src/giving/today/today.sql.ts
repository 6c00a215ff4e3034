import type { BookChange } from '#libs/contracts';
import { statement, t } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';
import { auditEntriesSql } from '#libs/http';

const build = currentBuildSql('donations');

/**
 * Adds up the donations of a month, of the same month a year ago (`whole`), and of the first `days`
 * days of that earlier month (`same`). `first` and `firstYearAgo` are the first days of the two
 * months.
 */
export const sumMonthAndYearAgo = statement({
  parameters: { first: t.date, firstYearAgo: t.date, days: t.integer },
  columns: { month: t.bigint, whole: t.bigint, same: t.bigint },
  sql: `
    select (
             select coalesce(sum(total), 0)::bigint
               from month_total
              where organization_id = :church and build = ${build} and month = :first::date
           ) as month,
           (
             select coalesce(sum(total), 0)::bigint
               from month_total
              where organization_id = :church and build = ${build} and month = :firstYearAgo::date
           ) as whole,
           (
             select coalesce(sum(amount), 0)::bigint
               from donation_version
              where organization_id = :church
                and build = ${build}
                and to_journal is null
                and date >= :firstYearAgo::date
                and date < least(
                      :firstYearAgo::date + :days::int,
                      (:firstYearAgo::date + interval '1 month')::date)
           ) as same`,
});

/** Lists the newest imports that wait for a user. */
export const listWaitingImports = statement({
  parameters: { limit: t.bigint },
  columns: {
    id: t.uuid,
    fileName: t.text,
    status: t.textOf<'needs_mapping' | 'ready' | 'failed'>(),
    createdAt: t.timestamptz,
  },
  sql: `
    select id, file_name, status, created_at
      from donation_import
     where organization_id = :church and status in ('needs_mapping', 'ready', 'failed')
     order by created_at desc, id desc
     limit :limit`,
});

/** The details of a change of giving in the audit log. */
interface ChangeDetails {
  donationId?: string;
  importId?: string;
  amount?: string;
  becomes?: string;
  donations?: number;
}

/** Lists the newest audit entries that have one of the actions, with the present names. */
export const listLastChanges = statement({
  parameters: { actions: t.array(t.textOf<BookChange>()), limit: t.bigint },
  columns: {
    at: t.timestamptz,
    action: t.textOf<BookChange>(),
    details: t.json<ChangeDetails>(),
    actor: t.nullable(t.text),
    donor: t.nullable(t.text),
    file: t.nullable(t.text),
  },
  sql: `
    select e.at, e.action, e.details, p.name as actor, o.name as donor, i.file_name as file
      from (
             select l.*
               from unnest(:actions::text[]) a (action)
              cross join lateral (
                ${auditEntriesSql('organization_id = :church and action = a.action', ':limit')}
              ) l
              order by l.id desc
              limit :limit
           ) e
      left join donor p on p.organization_id = :church and p.id = e.actor_id
      left join donor o
        on o.organization_id = :church and o.id = (e.details ->> 'donorId')::uuid
      left join donation_import i
        on i.organization_id = :church and i.id = (e.details ->> 'importId')::uuid
     order by e.id desc`,
});
