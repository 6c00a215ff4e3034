import { statement, t } from '#libs/database';

const key = { userId: t.uuid, route: t.text, key: t.text };

/**
 * Returns the statements for the table with the answers to requests that have an `Idempotency-Key`.
 */
const answersIn = (table: string, columns: readonly string[], values: readonly string[]) => {
  const isRequest = [...columns, 'route', 'key']
    .map((column, index) => `${column} = ${[...values, ':route', ':key'][index]!}`)
    .join(' and ');
  return {
    /** Deletes the answer for a key if it is older than a day. */
    deleteExpired: statement({
      parameters: key,
      sql: `
        delete from ${table}
         where ${isRequest} and created_at < now() - interval '24 hours'`,
    }),
    /** Records the start of a request with a key. Counts 0 if there was a request with this key. */
    start: statement({
      parameters: { ...key, bodyHash: t.text },
      sql: `
        insert into ${table} (${columns.join(', ')}, route, key, body_hash)
        values (${values.join(', ')}, :route, :key, :bodyHash)
        on conflict do nothing`,
    }),
    /** Reads the first request with a key. `status` is null until it has been answered. */
    find: statement({
      parameters: key,
      columns: {
        bodyHash: t.text,
        status: t.nullable(t.integer),
        response: t.nullable(t.text),
        createdAt: t.timestamptz,
      },
      sql: `
        select body_hash, status, response, created_at
          from ${table}
         where ${isRequest}`,
    }),
    /** Stores the answer. */
    storeAnswer: statement({
      parameters: { ...key, status: t.integer, response: t.nullable(t.text) },
      sql: `
        update ${table}
           set status = :status, response = :response
         where ${isRequest}`,
    }),
  };
};

/** The answers to requests of users of churches. */
export const answersOfChurch = answersIn(
  'idempotent_request',
  ['organization_id', 'user_id'],
  [':church', ':userId'],
);

/** The stored answers to requests of sessions that belong to no church. */
export const answersOfPlatform = answersIn(
  'platform_idempotent_request',
  ['account_id'],
  [':userId'],
);
