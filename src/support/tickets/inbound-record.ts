import { createHash } from 'node:crypto';
import type { Tx } from '#libs/database';
import type { EmailFile, EmailHead } from '#libs/mail';
import { countEmailOfHour, findHashes, storeHashes, storeHashOfDay } from './inbound.sql.js';
import { hourlyEmails, RefusedEmail } from './refused-email.js';
import type { ReplyTarget } from './reply-addresses.js';

/** Returns a hash of an email to a ticket, so that an email that arrives twice is accepted once. */
export function hashEmail(
  { ticketId }: ReplyTarget,
  { messageId }: EmailHead,
  raw: Buffer,
): string {
  return createHash('sha256')
    .update(`${ticketId} `)
    .update(messageId === '' ? raw : messageId)
    .digest('hex');
}

export async function wasAccepted(tx: Tx, hash: string): Promise<boolean> {
  return (await findHashes(tx, { hashes: [hash] })).length > 0;
}

/** Stores that an email is accepted. Returns false if it was accepted before. */
export async function noteAccepted(tx: Tx, hash: string): Promise<boolean> {
  return (await storeHashes.count(tx, { hashes: [hash] })) > 0;
}

/**
 * Counts an email of a user to a ticket.
 * @throws RefusedEmail for too many emails within an hour
 */
export async function countEmail(
  tx: Tx,
  { organizationId, ticketId, personId }: ReplyTarget,
): Promise<void> {
  const [recent] = await countEmailOfHour(tx, { organizationId, ticketId, personId });
  if (recent!.count > hourlyEmails) throw RefusedEmail.because('too-many');
}

/**
 * Stores that a user gets a notice about a refused email. Returns false if the user has had one
 * within a day. The table `inbound_email` contains hashes of things that must happen only once.
 */
export async function isFirstNoticeOfDay(tx: Tx, personId: string): Promise<boolean> {
  const hash = createHash('sha256').update(`notice ${personId}`).digest('hex');
  return (await storeHashOfDay.count(tx, { hash })) > 0;
}

/** The maximum size of a picture that may be a logo, in bytes. */
const maxLogo = 32 * 1024;

export const pictureHash = ({ ticketId }: ReplyTarget, { content }: EmailFile): string =>
  createHash('sha256').update(`picture ${ticketId} `).update(content).digest('hex');

const smallFiles = (files: readonly EmailFile[]): EmailFile[] =>
  files.filter(({ content }) => content.length <= maxLogo);

/** Finds the hashes of small files that earlier emails to the ticket contained. */
export async function knownPictures(
  tx: Tx,
  target: ReplyTarget,
  files: readonly EmailFile[],
): Promise<Set<string>> {
  const hashes = smallFiles(files).map((file) => pictureHash(target, file));
  const hashRows = await findHashes(tx, { hashes });
  return new Set(hashRows.map(({ hash }) => hash));
}

/** Stores the hashes of an email's small files, so that a logo is stored once for each ticket. */
export async function notePictures(
  tx: Tx,
  target: ReplyTarget,
  files: readonly EmailFile[],
): Promise<void> {
  await storeHashes(tx, { hashes: smallFiles(files).map((file) => pictureHash(target, file)) });
}
