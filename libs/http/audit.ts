import { v7 as newId } from 'uuid';
import { prepared, type Tx } from '#libs/database';

const auditSql = prepared(
  'insert into audit_entry (organization_id, id, actor_id, action, details) values ($1, $2, $3, $4, $5)',
);

/** Records, append-only and in the transaction of the act, who did what in a church. No personal data in `details`. */
export async function audit(
  tx: Tx,
  actorId: string | null,
  action: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await tx.sql(auditSql, [tx.organizationId, newId(), actorId, action, JSON.stringify(details)]);
}

/**
 * Like `audit`, for what is repeated easily: the same act of the same person is recorded once in so many seconds, also of
 * many at once, so that whoever hammers cannot fill the log.
 */
export async function auditOnce(
  tx: Tx,
  actorId: string | null,
  action: string,
  details: Record<string, unknown> = {},
  seconds = 60,
): Promise<void> {
  const text = JSON.stringify(details);
  tx.send('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    [tx.organizationId, actorId, action, text].join(' '),
  ]);
  await tx.sql(
    `insert into audit_entry (organization_id, id, actor_id, action, details) select $1, $2, $3::uuid, $4, $5::text::json
      where not exists (select 1 from audit_entry where organization_id = $1 and actor_id is not distinct from $3::uuid and action = $4
        and details::text = $5::text and at > now() - make_interval(secs => $6::float8))`,
    [tx.organizationId, newId(), actorId, action, text, seconds],
  );
}
