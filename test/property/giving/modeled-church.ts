import { toDecimal } from '#libs/money';
import type { TestApp } from '../../support/app.js';
import { PaperBook, type Entry } from './paper-book.js';
import { members } from './random-commands.js';

/** A church, and the model of its donations, pledges and fundraisers. */
export interface ModeledChurch {
  id: string;
  admin: string;
  /** the email address of the admin */
  email: string;
  /** the ids of the members, in the order of `members` */
  users: string[];
  book: PaperBook;
  /** the deleted donations by their ids */
  voided: Map<string, Entry>;
  /** the ids of the donations that were imported */
  imported: Set<string>;
}

let created = 0;

/** Creates a church with an admin and all `members`. */
export async function createChurch(app: TestApp): Promise<ModeledChurch> {
  const slug = `p${created++}`;
  const id = await app.church(slug);
  const admin = await app.person(id, { email: `admin@${slug}.test`, role: 'admin' });
  const users: string[] = [];
  for (const name of members) {
    const [firstName = '', lastName = ''] = name.split(' ');
    const email = `${firstName}@${slug}.test`;
    const user = await app.person(id, { email, firstName, lastName, signsIn: false });
    users.push(user.id);
  }
  return {
    id,
    admin: admin.id,
    email: admin.email,
    users,
    book: new PaperBook(),
    voided: new Map(),
    imported: new Set(),
  };
}

const nameKey = (name: string) => name.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();

/** Returns one of the values; undefined if there are none. */
export const pick = <T>(values: readonly T[], nth: number): T | undefined =>
  values[nth % Math.max(values.length, 1)];

/** Returns the key of a member among the donors of the model. */
export const memberKey = (nth: number) => `member ${nameKey(pick(members, nth)!)}`;

/** Returns the key of a guest in the model; without a name, the key of the unidentified giver. */
export const guestKey = (name: string) =>
  name === '' ? 'unidentified unidentified giver' : `guest ${nameKey(name)}`;

/** Returns the sum of some gifts as the API writes it. */
export const sumOf = (gifts: readonly Entry[], opening = 0n): string =>
  toDecimal(gifts.reduce((sum, { cents }) => sum + cents, opening));
