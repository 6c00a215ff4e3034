import type { Tx } from '#libs/database';

/** Which entries of the transaction's church are counted. */
export interface AuditFilter {
  action: string;
  /** only entries of the last hours */
  hours: number;
  /** only entries of this user */
  actorId?: string;
  /** only entries that list this field in `details.fields` */
  field?: string;
}

/** Counts entries of the audit log. */
export async function countAuditEntries(
  tx: Tx,
  { action, hours, actorId, field }: AuditFilter,
): Promise<number> {
  const params: unknown[] = [tx.organizationId, action, hours];
  const conditions = [
    'organization_id = $1',
    'action = $2',
    'at > now() - make_interval(hours => $3)',
  ];
  if (actorId !== undefined) conditions.push(`actor_id = $${params.push(actorId)}`);
  if (field !== undefined)
    conditions.push(`details::jsonb -> 'fields' ? $${params.push(field)}::text`);
  const [row] = await tx.sql<{ count: number }>(
    `select count(*)::int as count from audit_entry where ${conditions.join(' and ')}`,
    params,
  );
  return row!.count;
}

/** Adds up `details.count` of the entries of an action in the last hours. */
export async function sumAuditCounts(tx: Tx, action: string, hours: number): Promise<number> {
  const [row] = await tx.sql<{ sum: number }>(
    `select coalesce(sum((details ->> 'count')::int), 0)::int as sum
       from audit_entry
      where organization_id = $1
        and action = $2
        and at > now() - make_interval(hours => $3)`,
    [tx.organizationId, action, hours],
  );
  return row!.sum;
}

/**
 * Finds the newest entry of an action that changed a field of a person.
 * @returns the user who did it; `actorId` is null for the operator. Undefined if there is no such entry.
 */
export async function findLastChange(
  tx: Tx,
  action: string,
  subjectId: string,
  field: string,
): Promise<{ actorId: string | null } | undefined> {
  const [entry] = await tx.sql<{ actorId: string | null }>(
    `select actor_id as "actorId"
       from audit_entry
      where organization_id = $1
        and subject_id = $2
        and action = $3
        and details::jsonb -> 'fields' ? $4::text
      order by id desc
      limit 1`,
    [tx.organizationId, subjectId, action, field],
  );
  return entry;
}

/**
 * SQL: a query of audit entries, newest first, which statements join with the names of people:
 * `from (${auditEntriesSql(…)}) e`. Its columns are `id`, `at`, `action`, `details`, `actor_id` and `subject_id`.
 * @param where a condition on these columns, which must include `organization_id`
 */
export const auditEntriesSql = (where: string, limit: number): string =>
  `select id, at, action, details, actor_id, subject_id
     from audit_entry
    where ${where}
    order by id desc
    limit ${limit}`;
