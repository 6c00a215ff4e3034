import { resultOf, smallFileLimits, WorkerFunctions } from '#libs/workers';
import type { EmailHead } from './email-header.js';
import { headerOf } from './header-bytes.js';
import type { Inbound } from './inbound.js';
import type * as Emails from './inbound-worker.js';

const threads = new WorkerFunctions<typeof Emails>(
  new URL('./inbound-worker.js', import.meta.url),
  smallFileLimits,
);

/**
 * Reads an email as it arrived (RFC 5322) in a worker thread.
 * @param sentTexts the texts that earlier emails to its sender may contain; null: not known
 * @throws Refusal for bytes that are no email
 */
export async function readEmail(
  raw: Buffer,
  sentTexts: readonly string[] | null = null,
): Promise<Inbound> {
  const email = resultOf(await threads.call('readEmail', { raw, sentTexts }));
  const attachments = email.attachments.map((file) => ({
    ...file,
    content: Buffer.from(file.content),
  }));
  return { ...email, attachments };
}

/**
 * Reads only the header of an email in a worker thread: its sender, its recipients, and whether a
 * person wrote it.
 * @throws Refusal for a header of more than a megabyte
 */
export async function readHead(raw: Buffer): Promise<EmailHead> {
  // A copy, because the thread would receive the whole email with a view.
  return resultOf(await threads.call('readHead', Buffer.from(headerOf(raw))));
}
