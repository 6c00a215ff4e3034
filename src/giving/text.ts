import type { Tx } from '#libs/database';
import type { StoredEvent } from '#libs/event-sourcing';
import { codec } from './events.js';
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

const cause = 'because the database was restored from a copy that is older than the event store.';

/** The sentence that stands in the notes of a donation whose texts are missing. */
function missingNotes(texts: readonly string[]): string | null {
  const hasNotes = texts.includes('notes');
  if (hasNotes && texts.includes('transactionId'))
    return `The notes and the transaction ID are missing, ${cause}`;
  if (hasNotes) return `The notes are missing, ${cause}`;
  return texts.includes('transactionId') ? `The transaction ID is missing, ${cause}` : null;
}

const missingReason = (texts: readonly string[]): string | null =>
  texts.includes('reason') ? `The reason is missing, ${cause}` : null;

/**
 * Says in the texts of events that they are missing. That happens when the database was restored from an older copy than
 * the event store: events say which texts they have, and the texts themselves are in the database only.
 */
export async function markMissingTexts(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  const marks = events.flatMap((event) => {
    if (!event.metadata.includes('"texts"')) return [];
    const { texts = [] } = codec.metadata(event);
    return [{ id: event.id, notes: missingNotes(texts), reason: missingReason(texts) }];
  });
  if (marks.length === 0) return;
  await tx.sql(
    `insert into giving_text (organization_id, event_id, notes, reason)
     select $1, mark.* from unnest($2::uuid[], $3::text[], $4::text[]) as mark(event_id, notes, reason)
     on conflict do nothing`,
    [
      tx.organizationId,
      marks.map(({ id }) => id),
      marks.map(({ notes }) => notes),
      marks.map(({ reason }) => reason),
    ],
  );
}
