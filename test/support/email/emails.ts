import fs from 'node:fs';
import path from 'node:path';
import PostalMime, { type Email as ReceivedEmail } from 'postal-mime';
import type { Email } from '#libs/mail';
import { unseal } from '#libs/sealed';
import { sessionSecret } from '../app.js';
import type { TestDatabase } from '../database/database.js';
import { until } from '../until.js';

/** An application or a portal under test. */
type Place = { config: { DATA_DIR: string } } | { directory: string };

/** What lies in the outbox for an address, the newest first; with the file that it lies in. */
async function outbox(place: Place, to: string): Promise<{ file: string; email: ReceivedEmail }[]> {
  const folder = path.join('config' in place ? place.config.DATA_DIR : place.directory, 'outbox');
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  const files = names
    .map((name) => path.join(folder, name))
    // names are ids, which have no order
    .map((file) => ({ file, written: fs.statSync(file).mtimeMs }))
    .toSorted((one, other) => other.written - one.written)
    .map(({ file }) => file);
  const read = await Promise.all(
    files.map(async (file) => ({ file, email: await PostalMime.parse(fs.readFileSync(file)) })),
  );
  return read.filter(({ email }) => email.to?.[0]?.address === to);
}

/**
 * The newest email to an address with that subject; it is taken out, so that a second call waits
 * for another one.
 * @param text what its text must contain
 * @throws when none comes
 */
export const waitForEmail = (
  app: Place,
  to: string,
  subject: string,
  text: RegExp = /^/,
): Promise<ReceivedEmail> =>
  until(async () => {
    const found = (await outbox(app, to)).find(
      ({ email }) => email.subject === subject && text.test(email.text ?? ''),
    );
    if (found) fs.rmSync(found.file);
    return found?.email;
  }, `no email "${subject}" came to ${to}`);

/**
 * All emails to an address, the newest first, as soon as there are so many.
 * @throws when they do not come
 */
export const waitForEmails = (app: Place, to: string, atLeast: number): Promise<ReceivedEmail[]> =>
  until(async () => {
    const found = await outbox(app, to);
    return found.length >= atLeast ? found.map(({ email }) => email) : undefined;
  }, `fewer than ${atLeast} emails came to ${to}`);

/** What a pattern finds in an email to an address. @throws when none with it comes */
export const waitForEmailText = (app: Place, to: string, pattern: RegExp): Promise<string> =>
  until(
    async () =>
      (await outbox(app, to))
        .map(({ email }) => pattern.exec(email.text ?? '')?.[0])
        .find((found) => found !== undefined),
    `no email with ${pattern} came to ${to}`,
  );

/**
 * What was asked to be sent to an address, or to anybody, sent or not, the first one first; its
 * links unsealed.
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

/** What the email's link to a page of the portal at `http://portal.example` proves. */
export const tokenIn = (email: { text?: string }, page: string): string =>
  new RegExp(`http://portal\\.example/${page}\\?token=([\\w-]{43})`).exec(email.text ?? '')![1]!;
