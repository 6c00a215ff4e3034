import type { Tx } from '#libs/database';
import type { Beside } from './streams.js';

export interface GivingText {
  notes?: string | null;
  transactionId?: string | null;
  reason?: string | null;
}

export const textNames = ['notes', 'transactionId', 'reason'] as const;
export type TextName = (typeof textNames)[number];

/** What a person wrote goes with the event that it is about. */
export const textBeside = (tx: Tx, text: GivingText): Beside => ({
  texts: textNames.filter((name) => text[name]),
  keep: (eventId) => keepText(tx, eventId, text),
  forget: async (eventId) => {
    await tx.sql('delete from giving_text where organization_id = $1 and event_id = $2', [
      tx.organizationId,
      eventId,
    ]);
    await tx.checkpoint(); // whatever becomes of the next attempt
  },
});

/** Blank texts make no row. */
async function keepText(
  tx: Tx,
  eventId: string,
  { notes, transactionId, reason }: GivingText,
): Promise<void> {
  if (!notes && !transactionId && !reason) return;
  await tx.sql(
    'insert into giving_text (organization_id, event_id, notes, transaction_id, reason) values ($1, $2, $3, $4, $5) on conflict do nothing',
    [tx.organizationId, eventId, notes ?? null, transactionId ?? null, reason ?? null],
  );
}
