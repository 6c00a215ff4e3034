import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { DeviceSession } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { unauthorized } from '#libs/http';
import {
  countAttempt,
  deleteSession,
  deleteSessionsOf,
  findLivingSession,
  insertSession,
  listSessionIds,
  listSessionRows,
  noteVisit,
} from './sessions.sql.js';

/** A session ends after seven days without a visit, and after thirty days at most. */
const idleDays = 7;
const finalDays = 30;

/**
 * Creates a session token of 256 random bits. The database contains only its keyed hash
 * (`sessionKey`), so that nobody can sign in with a copy of the table.
 */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

export function sessionKey(secret: string, token: string): string {
  return createHmac('sha256', secret).update(token).digest('hex');
}

export type SessionRow = Awaited<ReturnType<typeof findLivingSession>>[number];

export async function openSession(
  tx: Tx,
  sid: string,
  person: { accountId: string; organizationId: string | null; userId: string | null },
  userAgent: string | undefined,
  awaitsFactor = false,
): Promise<void> {
  await insertSession(tx, {
    sid,
    sess: { userAgent: (userAgent ?? '').slice(0, 200) },
    idleDays,
    finalDays,
    ...person,
    awaitsFactor,
  });
}

/**
 * Finds a session that has not ended by its key.
 * @param awaitsFactor true to find only a session that waits for the second factor, false to find
 *   only one that does not
 */
export async function findSession(
  tx: Tx,
  sid: string,
  awaitsFactor = false,
): Promise<SessionRow | null> {
  const [row] = await findLivingSession(tx, { sid, awaitsFactor });
  return row ?? null;
}

/**
 * Maximum second-factor attempts per sign-in. After the last wrong one the session is deleted.
 */
export const maxFactorTries = 5;

/**
 * Counts an attempt at the second factor before the code is checked.
 * @returns the number of attempts, including this one
 * @throws HttpError 401 if the sign-in has ended
 */
export async function tryFactor(tx: Tx, sid: string): Promise<number> {
  const [row] = await countAttempt(tx, { sid, limit: maxFactorTries });
  if (!row) throw unauthorized('Please sign in with your password again.');
  return row.tries;
}

export async function touchSession(tx: Tx, sid: string): Promise<void> {
  await noteVisit(tx, { sid, idleDays });
}

export async function endSession(tx: Tx, sid: string): Promise<void> {
  await deleteSession(tx, { sid });
}

/** Returns the id of a session in the API. The session key itself never leaves the server. */
const publicId = (sid: string) => createHash('sha256').update(sid).digest('hex').slice(0, 32);

/** Lists the devices on which an account is signed in, the latest visit first. */
export async function listSessions(
  tx: Tx,
  accountId: string,
  currentSid: string,
): Promise<DeviceSession[]> {
  const rows = await listSessionRows(tx, { accountId });
  return rows.map(({ sid, sess, createdAt, seenAt }) => ({
    id: publicId(sid),
    current: sid === currentSid,
    device: deviceOf(sess.userAgent ?? ''),
    createdAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
  }));
}

/** Ends a session of the account by its public id. Returns false if there is no such session. */
export async function endSessionOf(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const rows = await listSessionIds(tx, { accountId });
  const session = rows.find(({ sid }) => publicId(sid) === id);
  if (session) await endSession(tx, session.sid);
  return session !== undefined;
}

export async function endAllSessions(tx: Tx, accountId: string): Promise<void> {
  await deleteSessionsOf(tx, { accountId, keptSid: null });
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

/** Describes a device so that users recognize their own, for example "Firefox on Linux". */
function deviceOf(userAgent: string): string {
  const firstMatch = (names: readonly (readonly [string, RegExp])[]) =>
    names.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return [firstMatch(browsers) ?? 'A browser', firstMatch(systems)].filter(Boolean).join(' on ');
}
