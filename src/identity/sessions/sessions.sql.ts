import { statement, t } from '#libs/database';

/** The columns of a session that requests need. */
const session = {
  sid: t.text,
  accountId: t.uuid,
  organizationId: t.nullable(t.uuid),
  userId: t.nullable(t.uuid),
  stale: t.boolean,
};

/** Stores a session. A session that waits for the second factor ends after 15 minutes. */
export const insertSession = statement({
  parameters: {
    sid: t.text,
    sess: t.json<{ userAgent?: string }>(),
    idleDays: t.integer,
    finalDays: t.integer,
    accountId: t.uuid,
    organizationId: t.nullable(t.uuid),
    userId: t.nullable(t.uuid),
    awaitsFactor: t.boolean,
  },
  sql: `
    insert into session (
      sid, sess, expire, account_id, organization_id, user_id, expires_finally_at, awaits_factor
    )
    values (
      :sid,
      :sess,
      now() + case
        when :awaitsFactor then interval '15 minutes'
        else make_interval(days => :idleDays)
      end,
      :accountId,
      :organizationId,
      :userId,
      now() + make_interval(days => :finalDays),
      :awaitsFactor
    )`,
});

/** Finds a session that has not ended. `stale`: its last recorded visit is over 5 minutes old. */
export const findLivingSession = statement({
  parameters: { sid: t.text, awaitsFactor: t.boolean },
  columns: session,
  sql: `
    select sid,
           account_id,
           organization_id,
           user_id,
           seen_at < now() - interval '5 minutes' as stale
      from session
     where sid = :sid
       and expire > now()
       and expires_finally_at > now()
       and awaits_factor = :awaitsFactor`,
  isPrepared: true,
});

/**
 * Finds those of the given sessions that have not ended and belong to a church. `organizationId` is
 * null for sessions of the platform.
 */
export const findLivingSessions = statement({
  parameters: { sids: t.array(t.text), organizationId: t.nullable(t.uuid) },
  columns: session,
  sql: `
    select sid, account_id, organization_id, user_id, false as stale
      from session
     where sid = any(:sids)
       and organization_id is not distinct from :organizationId
       and expire > now()
       and expires_finally_at > now()
       and not awaits_factor`,
});

/**
 * Counts an attempt at the second factor, and returns the number of attempts. Returns no row if the
 * session has ended or has no attempts left.
 */
export const countAttempt = statement({
  parameters: { sid: t.text, limit: t.integer },
  columns: { tries: t.integer },
  sql: `
    update session
       set factor_tries = factor_tries + 1
     where sid = :sid and awaits_factor and factor_tries < :limit and expire > now()
    returning factor_tries as tries`,
});

export const noteVisit = statement({
  parameters: { sid: t.text, idleDays: t.integer },
  sql: `
    update session
       set seen_at = now(),
           expire = least(now() + make_interval(days => :idleDays), expires_finally_at)
     where sid = :sid`,
});

export const deleteSession = statement({
  parameters: { sid: t.text },
  sql: 'delete from session where sid = :sid',
});

/** Deletes the sessions of an account, except for the session `keptSid`. */
export const deleteSessionsOf = statement({
  parameters: { accountId: t.uuid, keptSid: t.nullable(t.text) },
  sql: 'delete from session where account_id = :accountId and sid is distinct from :keptSid',
});

/** Lists the sessions of an account that have not ended, the latest visit first. */
export const listSessionRows = statement({
  parameters: { accountId: t.uuid },
  columns: {
    sid: t.text,
    sess: t.json<{ userAgent?: string }>(),
    createdAt: t.timestamptz,
    seenAt: t.timestamptz,
  },
  sql: `
    select sid, sess, created_at, seen_at
      from session
     where account_id = :accountId and expire > now() and not awaits_factor
     order by seen_at desc, sid`,
});

export const listSessionIds = statement({
  parameters: { accountId: t.uuid },
  columns: { sid: t.text },
  sql: 'select sid from session where account_id = :accountId',
});
