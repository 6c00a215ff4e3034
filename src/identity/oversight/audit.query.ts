import { auditLabelOf, type AuditEntry, type AuditQuery } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { auditEntriesSql, readCursor } from '#libs/http';
import { donorNamesSql } from '../../giving/index.js';
import { timeZoneOf } from '../../tenancy/index.js';

interface EntryRow {
  id: string;
  at: Date;
  action: string;
  details: Record<string, unknown>;
  actor_id: string | null;
  actor_name: string | null;
  subject_id: string | null;
  subject_name: string | null;
}

const nameOf = (alias: string) =>
  `coalesce(nullif(concat_ws(' ', nullif(${alias}.first_name, ''), nullif(${alias}.last_name, '')), ''), ${alias}.email)`;

/** One page of the log, newest first (ids are made in the order of time), with the names that people have today. */
export async function listAudit(
  tx: Tx,
  { limit, cursor, action, personId, from, to }: AuditQuery,
): Promise<{ entries: AuditEntry[]; next: unknown[] | null }> {
  const values: unknown[] = [tx.organizationId];
  const conditions = ['organization_id = $1'];
  const add = (condition: (parameter: string) => string, value: unknown) =>
    conditions.push(condition(`$${values.push(value)}`));
  const after = readCursor(cursor, ['uuid']);
  if (after) add((p) => `id < ${p}::uuid`, after[0]);
  if (action) add((p) => `action = ${p}`, action);
  if (personId) add((p) => `(actor_id = ${p}::uuid or subject_id = ${p}::uuid)`, personId);
  if (from ?? to) {
    const zone = `$${values.push(await timeZoneOf(tx, tx.organizationId!))}::text`;
    if (from) add((p) => `at >= ${p}::date::timestamp at time zone ${zone}`, from);
    if (to) add((p) => `at < (${p}::date + 1)::timestamp at time zone ${zone}`, to);
  }
  const rows = await tx.sql<EntryRow>(
    `select e.id, e.at, e.action, e.details, e.actor_id, ${nameOf('a')} as actor_name, e.subject_id, coalesce(${nameOf('s')}, d.name) as subject_name
       from (${auditEntriesSql(conditions.join(' and '), limit + 1)}) e
       left join app_user a on a.organization_id = $1 and a.id = e.actor_id
       left join app_user s on s.organization_id = $1 and s.id = e.subject_id
       left join (${donorNamesSql}) d on d.organization_id = $1 and d.id = e.subject_id
      order by e.id desc`,
    values,
  );
  const shown = rows.slice(0, limit);
  return { entries: shown.map(toEntry), next: rows.length > limit ? [shown.at(-1)!.id] : null };
}

function toEntry({ id, at, action, details, ...row }: EntryRow): AuditEntry {
  return {
    id,
    at: at.toISOString(),
    action,
    actor: named(row.actor_id, row.actor_name),
    subject: named(row.subject_id, row.subject_name),
    details,
  };
}

const named = (id: string | null, name: string | null) => (id && name ? { id, name } : null);

/** The log as rows of a file, with what it says besides as it is kept: ids and figures. */
export const auditRows = (entries: readonly AuditEntry[]): string[][] => [
  ['When', 'Who', 'What', 'Whom', 'Details'],
  ...entries.map(({ at, actor, action, subject, details }) => [
    at,
    actor?.name ?? 'Church Connect',
    auditLabelOf(action),
    subject?.name ?? '',
    Object.entries(details)
      .map(
        ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
      )
      .join('; '),
  ]),
];
