import { statement, t } from '#libs/database';

const key = { userId: t.uuid, route: t.text, key: t.text };

/** The statements on the answers that are kept for keys of requests, which users of a kind send. */
const answersIn = (table: string, columns: readonly string[], values: readonly string[]) => {
  const isRequest = [...columns, 'route', 'key']
    .map((column, index) => `${column} = ${[...values, ':route', ':key'][index]!}`)
    .join(' and ');
  return {
    /** Deletes the answer that was kept for a key more than a day ago. */
    forget: statement({
      parameters: key,
      sql: `
        delete from ${table}
         where ${isRequest} and created_at < now() - interval '24 hours'`,
    }),
    /** Notes that a request with a key has begun. Counts 0 if it had begun before. */
    begin: statement({
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
    /** Keeps the answer. */
    end: statement({
      parameters: { ...key, status: t.integer, response: t.nullable(t.text) },
      sql: `
        update ${table}
           set status = :status, response = :response
         where ${isRequest}`,
    }),
  };
};

/** The answers to users of churches. */
export const answersOfChurch = answersIn(
  'idempotent_request',
  ['organization_id', 'user_id'],
  [':church', ':userId'],
);

/** The answers to accounts without a church. */
export const answersOfPlatform = answersIn(
  'platform_idempotent_request',
  ['account_id'],
  [':userId'],
);
