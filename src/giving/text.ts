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

/** Returns how to store what a user has written about a change, together with its event. */
export const eventTexts = (tx: Tx, text: GivingText): EventTexts => ({
  names: textNames.filter((name) => text[name]),
  store: (eventId) => storeText(tx, eventId, text),
  delete: async (eventId) => {
    await deleteText(tx, { eventId });
    await tx.checkpoint(); // so that the texts stay deleted if the next attempt fails
  },
});

/** Stores the texts of an event. Does nothing if all of them are blank. */
async function storeText(
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
