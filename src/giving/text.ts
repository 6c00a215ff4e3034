import type { Tx } from '#libs/database';

export interface GivingText {
  notes?: string | null;
  transactionId?: string | null;
  reason?: string | null;
}

/** Takes away what was kept for an event that did not come to be. */
export const forgetText = (tx: Tx, eventId: string) => tx.sql('delete from giving_text where organization_id = $1 and event_id = $2', [tx.organizationId, eventId]);

/** Keeps what a person wrote about an event; blank texts make no row. */
export async function keepText(tx: Tx, eventId: string, { notes, transactionId, reason }: GivingText): Promise<void> {
  if (!notes && !transactionId && !reason) return;
  await tx.sql('insert into giving_text (organization_id, event_id, notes, transaction_id, reason) values ($1, $2, $3, $4, $5) on conflict do nothing', [
    tx.organizationId, eventId, notes ?? null, transactionId ?? null, reason ?? null,
  ]);
}
