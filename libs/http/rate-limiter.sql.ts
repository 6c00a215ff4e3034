import { statement, t } from '#libs/database';

/** Lists the emails that requests have sent to an address in the last day, the newest first. */
export const listEmailsOfDay = statement({
  parameters: { mailbox: t.text, network: t.text },
  columns: { age: t.integer, isSameNetwork: t.boolean },
  sql: `
    select floor(extract(epoch from now() - at))::int as age,
           network = :network as is_same_network
      from email_request
     where mailbox = :mailbox and at > now() - interval '1 day'
     order by at desc`,
});

export const insertEmail = statement({
  parameters: { mailbox: t.text, network: t.text },
  sql: 'insert into email_request (mailbox, network) values (:mailbox, :network)',
});

/**
 * Counts an attempt in the hour that begins with the first one, and returns the number of attempts.
 * Returns no row if there were already `maxPerHour` attempts.
 */
export const countAttemptInHour = statement({
  parameters: { subject: t.text, maxPerHour: t.integer },
  columns: { attempts: t.integer },
  sql: `
    insert into rate_limit as f (subject, attempts, last_at)
    values (:subject, 1, now())
    on conflict (subject) do update
       set attempts = case
             when f.last_at < now() - interval '1 hour' then 1
             else f.attempts + 1
           end,
           last_at = case
             when f.last_at < now() - interval '1 hour' then now()
             else f.last_at
           end
     where f.attempts < :maxPerHour or f.last_at < now() - interval '1 hour'
    returning attempts`,
});

export const deleteSubjects = statement({
  parameters: { subjects: t.array(t.text) },
  sql: 'delete from rate_limit where subject = any(:subjects::text[])',
});

/**
 * Takes back an attempt. `at` and `before`: the times of the attempt and of the one before it. The
 * time of the subject is restored, unless another attempt was counted later.
 */
export const takeBackAttempt = statement({
  parameters: { subject: t.text, at: t.timestamptz, before: t.nullable(t.timestamptz) },
  sql: `
    update rate_limit
       set attempts = attempts - 1,
           last_at = case
             when last_at = :at::timestamptz then coalesce(:before::timestamptz, last_at)
             else last_at
           end
     where subject = :subject and attempts > 0`,
});

export const deleteWithoutAttempts = statement({
  parameters: { subject: t.text },
  sql: 'delete from rate_limit where subject = :subject and attempts = 0',
});

/** Counts a request in a leaky bucket, which loses one every `seconds`. Counts 0 if it is full. */
export const takeFromBucket = statement({
  parameters: { subject: t.text, seconds: t.integer, bucketSize: t.integer },
  sql: `
    insert into rate_limit as f (subject, attempts, last_at)
    values (:subject, 1, now())
    on conflict (subject) do update
       set attempts = greatest(
             f.attempts - floor(extract(epoch from now() - f.last_at) / :seconds::int), 0)::int + 1,
           last_at = now()
     where greatest(
             f.attempts - floor(extract(epoch from now() - f.last_at) / :seconds::int), 0)::int
           < :bucketSize::int`,
});

/** Records a subject. Counts 0 if it was already recorded within the last day. */
export const noteOnceADay = statement({
  parameters: { subject: t.text },
  sql: `
    insert into rate_limit as f (subject, attempts, last_at)
    values (:subject, 1, now())
    on conflict (subject) do update
       set last_at = now()
     where f.last_at < now() - interval '1 day'`,
});

/** Reads the seconds since the stored time of a subject. */
export const readAge = statement({
  parameters: { subject: t.text },
  columns: { age: t.double },
  sql: `
    select extract(epoch from now() - last_at)::float8 as age
      from rate_limit
     where subject = :subject`,
});

/** A SQL expression: the seconds between the last attempt for a subject and the next one. */
const waitSql = 'least(power(2, least(f.attempts - :freeAttempts::int + 1, 12)), 900)';

/**
 * Counts an attempt. Returns no row if the subject has to wait and `mustWait` is true. `at` and
 * `before` are the times of this attempt and of the one before it, as text, so that no digit is
 * lost.
 */
export const insertAttempt = statement({
  parameters: {
    subject: t.text,
    mustWait: t.boolean,
    freeAttempts: t.integer,
    maxCount: t.integer,
  },
  columns: { subject: t.text, attempts: t.integer, at: t.text, before: t.nullable(t.text) },
  sql: `
    insert into rate_limit as f (subject, attempts, last_at)
    values (:subject, 1, now())
    on conflict (subject) do update
       set last_at = now(),
           attempts = case
             when f.last_at < now() - interval '1 hour' then 1
             else least(f.attempts, :maxCount::int - 1) + 1
           end
     where not :mustWait
        or f.attempts < :freeAttempts::int
        or f.last_at < now() - interval '1 hour'
        or f.last_at + make_interval(secs => ${waitSql}) <= now()
    returning f.subject, f.attempts, f.last_at::text as at, old.last_at::text as before`,
});

/** Reads the seconds from now until the next attempt for a subject is allowed. */
export const readWaitingTime = statement({
  parameters: { subject: t.text, freeAttempts: t.integer },
  columns: { wait: t.double },
  sql: `
    select ceil(${waitSql} - extract(epoch from now() - f.last_at))::float8 as wait
      from rate_limit f
     where f.subject = :subject`,
});
