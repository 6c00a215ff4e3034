import { resultOf, smallFileLimits, WorkerFunctions } from '#libs/workers';
import type { Inbound } from './inbound.js';
import type * as Emails from './inbound-worker.js';

const threads = new WorkerFunctions<typeof Emails>(
  new URL('./inbound-worker.js', import.meta.url),
  smallFileLimits,
);

/** Reads an email as it arrived (RFC 5322) in a worker thread. @throws Refusal for bytes that are no email */
export async function readLetter(raw: Buffer): Promise<Inbound> {
  const email = resultOf(await threads.call('readLetter', raw));
  const attachments = email.attachments.map(({ name, content }) => ({
    name,
    content: Buffer.from(content),
  }));
  return { ...email, attachments };
}

/** Reads only the header of an email: its sender, its recipients, and whether a person wrote it. @throws Refusal */
export async function readHead(raw: Buffer): Promise<Inbound> {
  return resultOf(await threads.call('readLetter', Buffer.from(headerOf(raw))));
}

/** Returns the bytes up to the first empty line, as a view of `raw`: to send it, copy it, or all of `raw` is sent. */
function headerOf(raw: Buffer): Buffer {
  const ends = [raw.indexOf('\n\n'), raw.indexOf('\n\r\n')].filter((end) => end !== -1);
  return raw.subarray(0, ends.length === 0 ? raw.length : Math.min(...ends) + 1);
}
