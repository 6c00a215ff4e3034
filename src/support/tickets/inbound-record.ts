import { createHash } from 'node:crypto';
import type { Tx } from '#libs/database';
import type { EmailFile, EmailHead } from '#libs/mail';
import { countEmailOfHour, findHashes, storeHashes, storeHashOfDay } from './inbound.sql.js';
import { hourlyEmails, RefusedEmail } from './refused-email.js';
import type { ReplyPlace } from './reply-addresses.js';

/** Identifies an email to a ticket, so that an email that arrives twice is accepted once. */
export function hashOf({ ticketId }: ReplyPlace, { messageId }: EmailHead, raw: Buffer): string {
  return createHash('sha256')
    .update(`${ticketId} `)
    .update(messageId === '' ? raw : messageId)
    .digest('hex');
}

export async function wasAccepted(tx: Tx, hash: string): Promise<boolean> {
  return (await findHashes(tx, { hashes: [hash] })).length > 0;
}

/** Notes that an email is accepted. Returns false if it was accepted before. */
export async function noteAccepted(tx: Tx, hash: string): Promise<boolean> {
  return (await storeHashes.count(tx, { hashes: [hash] })) > 0;
}

/** Counts an email of a person to a ticket. @throws RefusedEmail for too many within an hour */
export async function countEmail(
  tx: Tx,
  { organizationId, ticketId, personId }: ReplyPlace,
): Promise<void> {
  const [recent] = await countEmailOfHour(tx, { organizationId, ticketId, personId });
  if (recent!.count > hourlyEmails) throw RefusedEmail.because('too-many');
}

/**
 * Whether a person has not been told about a refused email within a day; from now on they have. The table
 * `inbound_letter` holds hashes of what must happen once.
 */
export async function isFirstNoticeOfDay(tx: Tx, personId: string): Promise<boolean> {
  const hash = createHash('sha256').update(`notice ${personId}`).digest('hex');
  return (await storeHashOfDay.count(tx, { hash })) > 0;
}

/** Bytes of a picture that may be a logo. */
const maxLogo = 32 * 1024;

export const pictureHash = ({ ticketId }: ReplyPlace, { content }: EmailFile): string =>
  createHash('sha256').update(`picture ${ticketId} `).update(content).digest('hex');

const smallFiles = (files: readonly EmailFile[]): EmailFile[] =>
  files.filter(({ content }) => content.length <= maxLogo);

/** The hashes of the small files that came with an earlier email to the ticket. */
export async function knownPictures(
  tx: Tx,
  place: ReplyPlace,
  files: readonly EmailFile[],
): Promise<Set<string>> {
  const hashes = smallFiles(files).map((file) => pictureHash(place, file));
  const found = await findHashes(tx, { hashes });
  return new Set(found.map(({ hash }) => hash));
}

/** Notes the small files of an email, so that a logo is stored once for each ticket. */
export async function notePictures(
  tx: Tx,
  place: ReplyPlace,
  files: readonly EmailFile[],
): Promise<void> {
  await storeHashes(tx, { hashes: smallFiles(files).map((file) => pictureHash(place, file)) });
}
