import type { Tx } from '#libs/database';
import type { StoredEvent } from '#libs/event-sourcing';
import { codec } from './events.js';
import { insertMissingTexts } from './text.sql.js';

const cause = 'because the database was restored from a copy that is older than the event store.';

/** Returns the notes of a donation whose texts are missing; null if neither text is missing. */
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
 * Adds a sentence for each missing text of the events, which says that it is missing. Texts are
 * missing if the database was restored from an older copy than the event store: the events contain
 * the names of their texts, and only the database contains the texts.
 */
export async function markMissingTexts(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  const marks = events.flatMap((event) => {
    if (!event.metadata.includes('"texts"')) return [];
    const { texts = [] } = codec.metadata(event);
    return [{ id: event.id, notes: missingNotes(texts), reason: missingReason(texts) }];
  });
  if (marks.length === 0) return;
  await insertMissingTexts(tx, {
    eventIds: marks.map(({ id }) => id),
    notes: marks.map(({ notes }) => notes),
    reasons: marks.map(({ reason }) => reason),
  });
}
