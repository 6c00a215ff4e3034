import { statement, t } from '#libs/database';

/** Counts the emails to an address in the last day and hour. `wait`: seconds until the first of the hour is an hour old. */
export const countLetters = statement({
  parameters: { mailbox: t.text, network: t.text },
  columns: { day: t.integer, hour: t.integer, isNew: t.boolean, wait: t.integer },
  sql: `
    select count(*)::int as day,
           (count(*) filter (where at > now() - interval '1 hour'))::int as hour,
           (count(*) filter (where network = :network)) = 0 as is_new,
           coalesce(ceil(extract(
             epoch from min(at) filter (where at > now() - interval '1 hour')
                        + interval '1 hour' - now())), 3600)::int as wait
      from letter_request
     where mailbox = :mailbox and at > now() - interval '1 day'`,
});

export const insertLetter = statement({
  parameters: { mailbox: t.text, network: t.text },
  sql: 'insert into letter_request (mailbox, network) values (:mailbox, :network)',
});

/** Counts up to a number in an hour, and returns how many it were. No row: the number is reached. */
export const countOfHour = statement({
  parameters: { subject: t.text, hourly: t.integer },
  columns: { failures: t.integer },
  sql: `
    insert into sign_in_failure as f (subject, failures, last_at)
    values (:subject, 1, now())
    on conflict (subject) do update
       set failures = case when f.last_at < now() - interval '1 hour' then 1 else f.failures + 1 end,
           last_at = case when f.last_at < now() - interval '1 hour' then now() else f.last_at end
     where f.failures < :hourly or f.last_at < now() - interval '1 hour'
    returning failures`,
});

export const forgetSubjects = statement({
  parameters: { subjects: t.array(t.text) },
  sql: 'delete from sign_in_failure where subject = any(:subjects::text[])',
});

/** Returns the time that was taken back with an attempt. */
export const takeBackAttempt = statement({
  parameters: { subject: t.text, at: t.timestamptz, before: t.nullable(t.timestamptz) },
  sql: `
    update sign_in_failure
       set failures = failures - 1,
           last_at = case
             when last_at = :at::timestamptz then coalesce(:before::timestamptz, last_at)
             else last_at
           end
     where subject = :subject and failures > 0`,
});

export const deleteWithoutFailures = statement({
  parameters: { subject: t.text },
  sql: 'delete from sign_in_failure where subject = :subject and failures = 0',
});

/** Takes a place in a bucket, which loses one attempt every `seconds`. Counts 0 if the bucket is full. */
export const takePlace = statement({
  parameters: { subject: t.text, seconds: t.integer, places: t.integer },
  sql: `
    insert into sign_in_failure as f (subject, failures, last_at)
    values (:subject, 1, now())
    on conflict (subject) do update
       set failures = greatest(
             f.failures - floor(extract(epoch from now() - f.last_at) / :seconds::int), 0)::int + 1,
           last_at = now()
     where greatest(
             f.failures - floor(extract(epoch from now() - f.last_at) / :seconds::int), 0)::int
           < :places::int`,
});

/** Notes a subject once in a day. Counts 1 if it was not noted within the last day. */
export const noteOnceADay = statement({
  parameters: { subject: t.text },
  sql: `
    insert into sign_in_failure as f (subject, failures, last_at)
    values (:subject, 1, now())
    on conflict (subject) do update
       set last_at = now()
     where f.last_at < now() - interval '1 day'`,
});

/** Reads how many seconds ago the last failure was. */
export const readAge = statement({
  parameters: { subject: t.text },
  columns: { age: t.double },
  sql: `
    select extract(epoch from now() - last_at)::float8 as age
      from sign_in_failure
     where subject = :subject`,
});

/** Seconds that a subject has to wait after its last failure. */
const wait = 'least(power(2, least(f.failures - :freeTries::int + 1, 12)), 900)';

/**
 * Counts an attempt, unless the subject has to wait and `isHeld`: then there is no row. `at` and `before` are the times of
 * this attempt and of the one before it, as text, so that no digit is lost.
 */
export const countTry = statement({
  parameters: { subject: t.text, isHeld: t.boolean, freeTries: t.integer, most: t.integer },
  columns: { subject: t.text, failures: t.integer, at: t.text, before: t.nullable(t.text) },
  sql: `
    insert into sign_in_failure as f (subject, failures, last_at)
    values (:subject, 1, now())
    on conflict (subject) do update
       set last_at = now(),
           failures = case
             when f.last_at < now() - interval '1 hour' then 1
             else least(f.failures, :most::int - 1) + 1
           end
     where not :isHeld
        or f.failures < :freeTries::int
        or f.last_at < now() - interval '1 hour'
        or f.last_at + make_interval(secs => ${wait}) <= now()
    returning f.subject, f.failures, f.last_at::text as at, old.last_at::text as before`,
});

/** Reads how many seconds a subject has to wait from now on. */
export const readWait = statement({
  parameters: { subject: t.text, freeTries: t.integer },
  columns: { wait: t.double },
  sql: `
    select ceil(${wait} - extract(epoch from now() - f.last_at))::float8 as wait
      from sign_in_failure f
     where f.subject = :subject`,
});
