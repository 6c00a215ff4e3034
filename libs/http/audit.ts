import { v7 as newId } from 'uuid';
import type { Tx } from '#libs/database';

/** Records, append-only and in the transaction of the act, who did what in a church. No personal data in `details`. */
export async function audit(tx: Tx, actorId: string | null, action: string, details: Record<string, unknown> = {}): Promise<void> {
  await tx.sql('insert into audit_entry (organization_id, id, actor_id, action, details) values ($1, $2, $3, $4, $5)', [
    tx.organizationId, newId(), actorId, action, JSON.stringify(details),
  ]);
}
