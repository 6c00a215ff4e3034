import { statement, t } from '#libs/database';

/** Returns which of the given hashes are stored. */
export const findHashes = statement({
  parameters: { hashes: t.array(t.text) },
  columns: { hash: t.text },
  sql: 'select hash from inbound_email where hash = any(:hashes::text[])',
});

/** Stores hashes. Counts those that are new. */
export const storeHashes = statement({
  parameters: { hashes: t.array(t.text) },
  sql: `
    insert into inbound_email (hash)
    select distinct unnest(:hashes::text[])
    on conflict do nothing`,
});

/** Stores a hash, or renews it if it is older than a day. Counts 1 if either was done. */
export const storeHashOfDay = statement({
  parameters: { hash: t.text },
  sql: `
    insert into inbound_email as noted (hash)
    values (:hash)
    on conflict (hash) do update
       set at = now()
     where noted.at < now() - interval '1 day'`,
});

/** Counts an email of a person to a ticket, and returns how many came within the hour. */
export const countEmailOfHour = statement({
  parameters: { organizationId: t.uuid, ticketId: t.integer, personId: t.uuid },
  columns: { count: t.integer },
  sql: `
    update ticket_reply
       set taken = case when since > now() - interval '1 hour' then taken + 1 else 1 end,
           since = case when since > now() - interval '1 hour' then since else now() end
     where organization_id = :organizationId and ticket_id = :ticketId and person_id = :personId
    returning taken as count`,
});

/** Stores the reply address of a person for a ticket, and returns its key. */
export const saveReplyAddress = statement({
  parameters: { ticketId: t.integer, personId: t.uuid, isPlatform: t.boolean },
  columns: { key: t.bigint },
  sql: `
    insert into ticket_reply (organization_id, ticket_id, person_id, is_platform)
    values (:church, :ticketId, :personId, :isPlatform)
    on conflict (organization_id, ticket_id, person_id)
    do update set is_platform = excluded.is_platform
    returning key`,
});

export const findReplyAddress = statement({
  parameters: { key: t.bigint },
  columns: { organizationId: t.uuid, ticketId: t.integer, personId: t.uuid, isPlatform: t.boolean },
  sql: `
    select organization_id, ticket_id, person_id, is_platform
      from ticket_reply
     where key = :key`,
});

/** Lets the rows of a church be read in a transaction of the platform. */
export const enterChurch = statement({
  parameters: { organizationId: t.text },
  columns: { setConfig: t.text },
  sql: `select set_config('app.org', :organizationId, true)`,
});
