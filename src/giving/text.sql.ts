import { statement, t } from '#libs/database';

export const insertText = statement({
  parameters: {
    eventId: t.uuid,
    notes: t.nullable(t.text),
    transactionId: t.nullable(t.text),
    reason: t.nullable(t.text),
  },
  sql: `
    insert into giving_text (organization_id, event_id, notes, transaction_id, reason)
    values (:church, :eventId, :notes, :transactionId, :reason)
    on conflict do nothing`,
});

export const deleteText = statement({
  parameters: { eventId: t.uuid },
  sql: 'delete from giving_text where organization_id = :church and event_id = :eventId',
});

export const selectTransactionId = statement({
  parameters: { eventId: t.uuid },
  columns: { transactionId: t.nullable(t.text) },
  sql: `
    select transaction_id
      from giving_text
     where organization_id = :church and event_id = :eventId`,
});

/** Adds texts to events that have none. */
export const insertMissingTexts = statement({
  parameters: {
    eventIds: t.array(t.uuid),
    notes: t.array(t.nullable(t.text)),
    reasons: t.array(t.nullable(t.text)),
  },
  sql: `
    insert into giving_text (organization_id, event_id, notes, reason)
    select :church, mark.event_id, mark.notes, mark.reason
      from unnest(:eventIds::uuid[], :notes::text[], :reasons::text[])
             as mark(event_id, notes, reason)
    on conflict do nothing`,
});
