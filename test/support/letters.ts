import fs from 'node:fs';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import type { TestApp } from './app.js';

/** The newest letter to an address with that subject, as it lies in the outbox; it is taken out. @throws when none comes within ten seconds */
export async function letterTo(app: Pick<TestApp, 'config'>, to: string, subject: string): Promise<Email> {
  for (let tries = 0; tries < 400; tries++) {
    const found = await lookFor(path.join(app.config.DATA_DIR, 'outbox'), to, subject);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`no letter "${subject}" came to ${to}`);
}

async function lookFor(outbox: string, to: string, subject: string): Promise<Email | undefined> {
  for (const file of fs.existsSync(outbox) ? fs.readdirSync(outbox).sort().reverse() : []) {
    const read = await PostalMime.parse(fs.readFileSync(path.join(outbox, file)));
    if (read.to?.[0]?.address !== to || read.subject !== subject) continue;
    fs.rmSync(path.join(outbox, file));
    return read;
  }
  return undefined;
}

/** What the letter's link to a page of the portal at `http://portal.example` proves. */
export const tokenIn = (letter: { text?: string }, page: string): string => new RegExp(`http://portal\\.example/${page}\\?token=([\\w-]{43})`).exec(letter.text ?? '')![1]!;
