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

/** The living session of that key, one that still awaits the second factor only where that is asked for; `stale` when it is time to note the visit. */
export async function findSession(
  tx: Tx,
  sid: string,
  awaitsFactor = false,
): Promise<SessionRow | null> {
  const [row] = await findLivingSession(tx, { sid, awaitsFactor });
  return row ?? null;
}

/** of one sign-in; with the last wrong one it ends */
export const maxFactorTries = 5;

/** Counts a code that is tried for a sign-in, before it is looked at. @returns how many it were @throws HttpError 401 when the sign-in has ended */
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

/** By which a person names a session; the key itself stays with the server. */
const publicId = (sid: string) => createHash('sha256').update(sid).digest('hex').slice(0, 32);

/** The devices on which an account is signed in, the latest visit first. */
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

/** Ends one of the account's sessions by its public id. @returns whether there was one */
export async function endSessionOf(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const rows = await listSessionIds(tx, { accountId });
  const found = rows.find(({ sid }) => publicId(sid) === id);
  if (found) await endSession(tx, found.sid);
  return found !== undefined;
}

export async function endAllSessions(tx: Tx, accountId: string): Promise<void> {
  await deleteSessionsOf(tx, { accountId, kept: null });
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
