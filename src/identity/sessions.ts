import { createHmac, randomBytes } from 'node:crypto';
import type { Tx } from '#libs/database';

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
): Promise<void> {
  await tx.sql(`delete from session where expire < now()`);
  await tx.sql(
    `insert into session (sid, sess, expire, account_id, organization_id, user_id, expires_finally_at)
     values ($1, $2, now() + make_interval(days => $3), $4, $5, $6, now() + make_interval(days => $7))`,
    [sid, JSON.stringify({ userAgent: (userAgent ?? '').slice(0, 200) }), idleDays, person.accountId, person.organizationId, person.userId, finalDays],
  );
}

/** The living session of that key; `stale` when it is time to note the visit. */
export async function findSession(tx: Tx, sid: string): Promise<SessionRow | null> {
  const [row] = await tx.sql<SessionRow>(
    `select sid, account_id, organization_id, user_id, seen_at < now() - interval '5 minutes' as stale
       from session where sid = $1 and expire > now() and expires_finally_at > now()`,
    [sid],
  );
  return row ?? null;
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
