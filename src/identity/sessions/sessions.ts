import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { DeviceSession } from '#libs/contracts';
import { prepared, type Tx } from '#libs/database';
import { unauthorized } from '#libs/http';

/** Signed out after a week without a visit, and in any case after thirty days. */
const idleDays = 7;
const finalDays = 30;

/** 256 random bits; only their keyed hash is stored, so that a copy of the table signs nobody in. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

export function sessionKey(secret: string, token: string): string {
  return createHmac('sha256', secret).update(token).digest('hex');
}

export interface SessionRow {
  sid: string;
  account_id: string;
  organization_id: string | null;
  user_id: string | null;
  stale: boolean;
}

export async function openSession(
  tx: Tx,
  sid: string,
  person: { accountId: string; organizationId: string | null; userId: string | null },
  userAgent: string | undefined,
  awaitsFactor = false,
): Promise<void> {
  await tx.sql(
    `insert into session (sid, sess, expire, account_id, organization_id, user_id, expires_finally_at, awaits_factor)
     values ($1, $2, now() + case when $8 then interval '15 minutes' else make_interval(days => $3) end, $4, $5, $6, now() + make_interval(days => $7), $8)`,
    [
      sid,
      JSON.stringify({ userAgent: (userAgent ?? '').slice(0, 200) }),
      idleDays,
      person.accountId,
      person.organizationId,
      person.userId,
      finalDays,
      awaitsFactor,
    ],
  );
}

const findSql = prepared(
  `select sid, account_id, organization_id, user_id, seen_at < now() - interval '5 minutes' as stale
     from session where sid = $1 and expire > now() and expires_finally_at > now() and awaits_factor = $2`,
);

/** The living session of that key, one that still awaits the second factor only where that is asked for; `stale` when it is time to note the visit. */
export async function findSession(
  tx: Tx,
  sid: string,
  awaitsFactor = false,
): Promise<SessionRow | null> {
  const [row] = await tx.sql<SessionRow>(findSql, [sid, awaitsFactor]);
  return row ?? null;
}

/** of one sign-in; with the last wrong one it ends */
export const factorTries = 5;

/** Counts a code that is tried for a sign-in, before it is looked at. @returns how many it were @throws HttpError 401 when the sign-in has ended */
export async function tryFactor(tx: Tx, sid: string): Promise<number> {
  const [row] = await tx.sql<{ tries: number }>(
    'update session set factor_tries = factor_tries + 1 where sid = $1 and awaits_factor and factor_tries < $2 and expire > now() returning factor_tries as tries',
    [sid, factorTries],
  );
  if (!row) throw unauthorized('Please sign in with your password again.');
  return row.tries;
}

export async function touchSession(tx: Tx, sid: string): Promise<void> {
  await tx.sql(
    `update session set seen_at = now(), expire = least(now() + make_interval(days => $2), expires_finally_at) where sid = $1`,
    [sid, idleDays],
  );
}

export async function endSession(tx: Tx, sid: string): Promise<void> {
  await tx.sql('delete from session where sid = $1', [sid]);
}

/** By which a person names a session; the key itself stays with the server. */
const publicId = (sid: string) => createHash('sha256').update(sid).digest('hex').slice(0, 32);

/** The devices on which an account is signed in, the latest visit first. */
export async function listSessions(
  tx: Tx,
  accountId: string,
  currentSid: string,
): Promise<DeviceSession[]> {
  const rows = await tx.sql<{
    sid: string;
    sess: { userAgent?: string };
    created_at: Date;
    seen_at: Date;
  }>(
    'select sid, sess, created_at, seen_at from session where account_id = $1 and expire > now() and not awaits_factor order by seen_at desc, sid',
    [accountId],
  );
  return rows.map(({ sid, sess, created_at, seen_at }) => ({
    id: publicId(sid),
    current: sid === currentSid,
    device: deviceOf(sess.userAgent ?? ''),
    createdAt: created_at.toISOString(),
    seenAt: seen_at.toISOString(),
  }));
}

/** Ends one of the account's sessions by its public id. @returns whether there was one */
export async function endSessionOf(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const rows = await tx.sql<{ sid: string }>('select sid from session where account_id = $1', [
    accountId,
  ]);
  const found = rows.find(({ sid }) => publicId(sid) === id);
  if (found) await endSession(tx, found.sid);
  return found !== undefined;
}

export async function endAllSessions(tx: Tx, accountId: string): Promise<void> {
  await tx.sql('delete from session where account_id = $1', [accountId]);
}

const browsers = [
  ['Edge', /Edg\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrome\//],
  ['Safari', /Safari\//],
] as const;
const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Mac OS X/],
  ['Linux', /Linux/],
] as const;

/** As much as a person needs to know their own devices by. */
function deviceOf(userAgent: string): string {
  const named = (names: readonly (readonly [string, RegExp])[]) =>
    names.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return [named(browsers) ?? 'A browser', named(systems)].filter(Boolean).join(' on ');
}
