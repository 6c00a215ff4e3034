import { createHash } from 'node:crypto';
import type { Tx } from '#libs/database';
import type { EmailFile, EmailHead } from '#libs/mail';
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
  const found = await tx.sql('select 1 from inbound_letter where hash = $1', [hash]);
  return found.length > 0;
}

/** Notes that an email is accepted. Returns false if it was accepted before. */
export async function noteAccepted(tx: Tx, hash: string): Promise<boolean> {
  const noted = await tx.sql(
    'insert into inbound_letter (hash) values ($1) on conflict do nothing returning 1',
    [hash],
  );
  return noted.length > 0;
}

/** Counts an email of a person to a ticket. @throws RefusedEmail for too many within an hour */
export async function countEmail(
  tx: Tx,
  { organizationId, ticketId, personId }: ReplyPlace,
): Promise<void> {
  const [recent] = await tx.sql<{ count: number }>(
    `update ticket_reply
        set taken = case when since > now() - interval '1 hour' then taken + 1 else 1 end,
            since = case when since > now() - interval '1 hour' then since else now() end
      where organization_id = $1 and ticket_id = $2 and person_id = $3
      returning taken as count`,
    [organizationId, ticketId, personId],
  );
  if (recent!.count > hourlyEmails) throw RefusedEmail.because('too-many');
}

/**
 * Whether a person has not been told about a refused email within a day; from now on they have. The table
 * `inbound_letter` holds hashes of what must happen once.
 */
export async function isFirstNoticeOfDay(tx: Tx, personId: string): Promise<boolean> {
  const hash = createHash('sha256').update(`notice ${personId}`).digest('hex');
  const noted = await tx.sql(
    `insert into inbound_letter as noted (hash) values ($1)
     on conflict (hash) do update set at = now() where noted.at < now() - interval '1 day'
     returning 1`,
    [hash],
  );
  return noted.length > 0;
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
  const found = await tx.sql<{ hash: string }>(
    'select hash from inbound_letter where hash = any($1::text[])',
    [hashes],
  );
  return new Set(found.map(({ hash }) => hash));
}

/** Notes the small files of an email, so that a logo is stored once for each ticket. */
export async function notePictures(
  tx: Tx,
  place: ReplyPlace,
  files: readonly EmailFile[],
): Promise<void> {
  await tx.sql(
    'insert into inbound_letter (hash) select distinct unnest($1::text[]) on conflict do nothing',
    [smallFiles(files).map((file) => pictureHash(place, file))],
  );
}
