import fs from 'node:fs';
import path from 'node:path';
import PostalMime, { type Email as ReceivedEmail } from 'postal-mime';
import type { Email } from '#libs/mail';
import { unseal } from '#libs/sealed';
import { sessionSecret } from '../app.js';
import type { TestDatabase } from '../database/database.js';
import { until } from '../until.js';

/** An application or a portal under test. */
type EmailSource = { config: { DATA_DIR: string } } | { directory: string };

/** Reads the emails to an address from the outbox, the newest first, with their files. */
async function readOutbox(
  source: EmailSource,
  to: string,
): Promise<{ file: string; email: ReceivedEmail }[]> {
  const folder = path.join(
    'config' in source ? source.config.DATA_DIR : source.directory,
    'outbox',
  );
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  const files = names
    .map((name) => path.join(folder, name))
    // The names are ids, which have no order.
    .map((file) => ({ file, written: fs.statSync(file).mtimeMs }))
    .toSorted((a, b) => b.written - a.written)
    .map(({ file }) => file);
  const read = await Promise.all(
    files.map(async (file) => ({ file, email: await PostalMime.parse(fs.readFileSync(file)) })),
  );
  return read.filter(({ email }) => email.to?.[0]?.address === to);
}

/**
 * Waits for an email, and removes it from the outbox, so that the next call waits for another one.
 * @param text a pattern that the text of the email must contain
 * @throws Error if there is no such email
 */
export const waitForEmail = (
  app: EmailSource,
  to: string,
  subject: string,
  text: RegExp = /^/,
): Promise<ReceivedEmail> =>
  until(async () => {
    const message = (await readOutbox(app, to)).find(
      ({ email }) => email.subject === subject && text.test(email.text ?? ''),
    );
    if (message) fs.rmSync(message.file);
    return message?.email;
  }, `no email "${subject}" came to ${to}`);

/**
 * Waits until there are at least so many emails to an address, and returns them, the newest first.
 * @throws Error if there are fewer
 */
export const waitForEmails = (
  app: EmailSource,
  to: string,
  atLeast: number,
): Promise<ReceivedEmail[]> =>
  until(async () => {
    const messages = await readOutbox(app, to);
    return messages.length >= atLeast ? messages.map(({ email }) => email) : undefined;
  }, `fewer than ${atLeast} emails came to ${to}`);

/**
 * Waits for an email to an address whose text matches a pattern, and returns the matched text.
 * @throws Error if there is no such email
 */
export const waitForEmailText = (app: EmailSource, to: string, pattern: RegExp): Promise<string> =>
  until(
    async () =>
      (await readOutbox(app, to))
        .map(({ email }) => pattern.exec(email.text ?? '')?.[0])
        .find((match) => match !== undefined),
    `no email with ${pattern} came to ${to}`,
  );

/**
 * Returns the emails that were queued for an address, or all, sent or not, the first one first.
 * Their links are decrypted.
 */
export const queuedEmails = async (
  database: Pick<TestDatabase, 'asSuperuser'>,
  to?: string,
): Promise<Email[]> => {
  const rows = await database.asSuperuser<{ data: Email }>(
    `select data from jobs.job where name = 'mail' order by created_on, data->>'to'`,
  );
  const url = (sealed: string) => unseal({ secret: sessionSecret, use: 'letter' }, sealed);
  const opened = ({ button, unsubscribe, replyTo, ...email }: Email): Email => ({
    ...email,
    ...(replyTo ? { replyTo: url(replyTo) } : {}),
    ...(button ? { button: { ...button, url: url(button.url) } } : {}),
    ...(unsubscribe ? { unsubscribe: url(unsubscribe) } : {}),
  });
  return rows
    .map(({ data }) => opened(data))
    .filter((email) => to === undefined || email.to === to);
};

/** Returns the token in the link of an email to a page of the portal `http://portal.example`. */
export const tokenIn = (email: { text?: string }, page: string): string =>
  new RegExp(`http://portal\\.example/${page}\\?token=([\\w-]{43})`).exec(email.text ?? '')![1]!;
