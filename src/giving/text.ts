import type { Tx } from '#libs/database';
import type { EventTexts } from './streams.js';
import { deleteText, insertText } from './text.sql.js';

export interface GivingText {
  notes?: string | null;
  transactionId?: string | null;
  reason?: string | null;
}

export const textNames = ['notes', 'transactionId', 'reason'] as const;
export type TextName = (typeof textNames)[number];

/** What a person wrote goes with the event that it is about. */
export const eventTexts = (tx: Tx, text: GivingText): EventTexts => ({
  texts: textNames.filter((name) => text[name]),
  keep: (eventId) => keepText(tx, eventId, text),
  forget: async (eventId) => {
    await deleteText(tx, { eventId });
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
  await insertText(tx, {
    eventId,
    notes: notes ?? null,
    transactionId: transactionId ?? null,
    reason: reason ?? null,
  });
}
