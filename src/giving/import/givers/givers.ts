import { v5 as idFrom } from 'uuid';
import { normalizeEmail, type GiverQuestion } from '#libs/contracts';
import type { RowReading } from '#libs/csv';
import type { Tx } from '#libs/database';
import { fullName, matchGuest, nameKey, type KnownGuest } from '../../donor/donors.js';
import { namesNobody } from './nobody.js';
import { findAnswers, findDonorsByAddress, findDonorsByName, hasAnswers } from './givers.sql.js';

type Values = RowReading['values'];

/** A row as it was read, and what a user said about its giver. */
interface Asked {
  reading: RowReading;
  /** it goes to a guest */
  asGuest: boolean;
  /** it goes to this member */
  editedDonorId: string | null;
}

/** The donor of a row, or the question that must be answered first. */
export interface Matched {
  question: GiverQuestion | null;
  /** the name of a guest with the same email address, for the question `household` */
  hint: string | null;
  /** null if the donor is not known yet, or if the row names nobody */
  donorId: string | null;
  /** whether it goes to a guest; the commit may create the guest */
  asGuest: boolean;
  /** the giver of the file that the row belongs to */
  giver: string;
  firstName: string;
  lastName: string;
}

/**
 * Returns the names of the giver of a row: its first and last name, or the full name divided before
 * its last word.
 */
function namesIn(values: Values): { firstName: string; lastName: string } {
  if (values.firstName ?? values.lastName)
    return { firstName: values.firstName ?? '', lastName: values.lastName ?? '' };
  const words = (values.name ?? '').split(/\s+/u).filter(Boolean);
  return {
    firstName: words.slice(0, -1).join(' ') || (words[0] ?? ''),
    lastName: words.length > 1 ? words.at(-1)! : '',
  };
}

/** Whether a text is a name. An email address is not. */
export const isName = (text: string) => text !== '' && !/^[^\s@]{1,64}@[^\s@]{1,255}$/u.test(text);

/**
 * Returns the key of a giver. Two givers of a file, or two guests, are the same person if their
 * names and their email addresses are the same.
 */
export const giverKey = (name: string, email: string | null | undefined) =>
  `${nameKey(name)}\n${normalizeEmail(email ?? '')}`;
/** The key of the rows that have neither a name nor an email address. */
export const noGiverKey = giverKey('', null);

/**
 * Returns the id of a guest that an import creates. The id is the same if the commit starts again.
 */
export const guestIdFor = (importId: string, giver: string) => idFrom(`guest ${giver}`, importId);

interface Giver {
  key: string;
  firstName: string;
  lastName: string;
  /** the name by which donors are found, as the file writes it; without a name the email address */
  name: string;
  isNamed: boolean;
  email: string | null;
  phone: string | null;
}

export function giverIn(values: Values): Giver {
  const { firstName, lastName } = namesIn(values);
  const stated = fullName(firstName, lastName);
  const email = values.email ? normalizeEmail(values.email) : null;
  const isNamed = isName(stated);
  return {
    key: isNamed ? giverKey(stated, email) : `\n${email ?? ''}`,
    firstName: isNamed ? firstName : '',
    lastName: isNamed ? lastName : '',
    name: isNamed ? stated : (values.email ?? ''),
    isNamed,
    email,
    phone: values.phone ?? null,
  };
}

type KnownDonor = Awaited<ReturnType<typeof findDonorsByName>>[number];

/** Asks PostgreSQL only if there are addresses, because it would read every donor even for none. */
const loadDonorsByAddress = (tx: Tx, emails: Set<string>): Promise<KnownDonor[]> =>
  emails.size === 0 ? Promise.resolve([]) : findDonorsByAddress(tx, { emails: [...emails] });

const loadDonorsByName = (tx: Tx, nameKeys: Set<string>): Promise<KnownDonor[]> =>
  nameKeys.size === 0 ? Promise.resolve([]) : findDonorsByName(tx, { nameKeys: [...nameKeys] });

type Answered = Awaited<ReturnType<typeof findAnswers>>[number];

interface Answers {
  here: Map<string, Answered>;
  remembered: Map<string, Answered>;
}

/**
 * Loads the answers of this draft and the answers that the church remembers from earlier ones.
 * Answers that mean a donor who has left are left out.
 */
async function loadAnswers(tx: Tx, importId: string, keys: Set<string>): Promise<Answers> {
  const [any] = await hasAnswers(tx, { importId });
  if (!any!.isKnown) return { here: new Map(), remembered: new Map() };
  const answers = await findAnswers(tx, { importId, keys: [...keys] });
  const byKey = (isHere: boolean) =>
    new Map(
      answers.filter((answer) => answer.isHere === isHere).map((answer) => [answer.key, answer]),
    );
  return { here: byKey(true), remembered: byKey(false) };
}

/**
 * Whether the giver of a row is looked up: for gifts, and for rows with errors, whose errors are
 * all shown at once. An error value of a spreadsheet is not looked up.
 */
const isLookedUp = ({ says }: RowReading) =>
  says.is === 'gift' ||
  (says.is === 'error' && !says.issues.some((issue) => issue.is === 'errorValue'));

/**
 * Matches rows to donors. Asks if anything is uncertain. A row goes to a member who has exactly its
 * email address, or whom a user chose, here or for an earlier file. Ruling 22 says when a row goes
 * to a guest.
 */
export async function matchGivers(tx: Tx, importId: string, rows: Asked[]): Promise<Matched[]> {
  const givers = rows.map(({ reading }) => giverIn(reading.values));
  const read = givers.filter((_, index) => isLookedUp(rows[index]!.reading));
  const answers = await loadAnswers(tx, importId, new Set(read.map(({ key }) => key)));
  const byEmail = Map.groupBy(
    await loadDonorsByAddress(tx, new Set(read.flatMap(({ email }) => email ?? []))),
    (donor) => donor.email!,
  );
  const findMemberByAddress = (email: string | null) =>
    email ? byEmail.get(email)?.find(({ kind }) => kind === 'member') : undefined;
  const byNameOf = givers.filter(
    ({ email }, index) =>
      isLookedUp(rows[index]!.reading) &&
      (rows[index]!.asGuest || !findMemberByAddress(email) || answers.remembered.size > 0),
  );
  const byName = Map.groupBy(
    await loadDonorsByName(tx, new Set(byNameOf.map(({ name }) => nameKey(name)))),
    (donor) => donor.nameKey,
  );
  const knownDonors: KnownDonors = { importId, answers, byEmail, byName };
  return rows.map((row, index) => {
    const giver = givers[index]!;
    const { key, firstName, lastName } = giver;
    return { giver: key, firstName, lastName, ...matchRow(row, giver, knownDonors) };
  });
}

/**
 * The donors that rows may belong to, by normalized address and by `nameKey`, and the answers about
 * givers.
 */
interface KnownDonors {
  importId: string;
  answers: Answers;
  byEmail: Map<string, KnownDonor[]>;
  byName: Map<string, KnownDonor[]>;
}

type Match = Omit<Matched, 'giver' | 'firstName' | 'lastName'>;

const member = (donorId: string): Match => ({
  question: null,
  hint: null,
  donorId,
  asGuest: false,
});
const guest = (donorId: string | null): Match => ({
  question: null,
  hint: null,
  donorId,
  asGuest: true,
});
const ask = (question: GiverQuestion, hint: string | null = null): Match => ({
  question,
  hint,
  donorId: null,
  asGuest: false,
});

function matchRow(row: Asked, giver: Giver, knownDonors: KnownDonors): Match {
  const { says } = row.reading;
  const unmatched = { hint: null, donorId: null, asGuest: row.asGuest };
  if (!isLookedUp(row.reading)) return { ...unmatched, question: null };
  const match =
    row.editedDonorId === null ? matchGiver(row, giver, knownDonors) : member(row.editedDonorId);
  if (says.is === 'gift') return match;
  return { ...unmatched, question: match.question === 'unknownGiver' ? 'unknownGiver' : null };
}

function matchGiver({ asGuest }: Asked, giver: Giver, knownDonors: KnownDonors): Match {
  const { key, name, email } = giver;
  const { answers, byEmail, byName, importId } = knownDonors;
  const answerOfDraft = answers.here.get(key);
  // an answer about the row has precedence over an answer about its giver
  if (answerOfDraft && !(asGuest && answerOfDraft.isMember))
    return answerOfDraft.isMember ? member(answerOfDraft.donorId!) : guest(answerOfDraft.donorId);

  const remembered = answers.remembered.get(key);
  const candidate = remembered && findNewCandidate(remembered, giver, knownDonors);
  if (!asGuest && candidate) return ask('newCandidate', candidate.name);
  if (!asGuest && remembered?.donorId)
    return remembered.isMember ? member(remembered.donorId) : guest(remembered.donorId);
  const isMemberDonor = ({ kind }: KnownDonor) => kind === 'member';
  const memberAtAddress =
    asGuest || remembered || !email ? undefined : byEmail.get(email)?.find(isMemberDonor);
  if (memberAtAddress) return member(memberAtAddress.id);

  const sameName = byName.get(nameKey(name)) ?? [];
  const guests = sameName.filter(({ kind }) => kind === 'guest');
  const knownGuest = guestFor(guests, giver);
  if (asGuest || remembered || key === noGiverKey) {
    if (key === noGiverKey) return guest(null);
    if (knownGuest === 'several') return ask('severalGuests');
    return guest(knownGuest?.id ?? guestIdFor(importId, key));
  }
  return matchUnanswered(giver, sameName, knownGuest, byEmail);
}

/**
 * Finds a donor who fits this giver and was added after the church answered who the giver is: by
 * the address, or by the name if the file has no address. At an address, a guest of another name is
 * another person of the household. The guest whom the answer itself creates is no candidate.
 */
function findNewCandidate(
  { donorId, knownDonors }: Answered,
  { name, email }: Giver,
  { byEmail, byName }: KnownDonors,
): KnownDonor | undefined {
  if (knownDonors === null) return undefined;
  const fitting = (email ? byEmail.get(email) : byName.get(nameKey(name))) ?? [];
  const isMeant = (donor: KnownDonor) =>
    donor.kind === 'member' || (donorId !== null && donor.nameKey === nameKey(name));
  return fitting.find(
    (donor) => donor.id !== donorId && !knownDonors.includes(donor.id) && isMeant(donor),
  );
}

/** Matches a giver without an answer whose address belongs to no member. */
function matchUnanswered(
  { name, email, isNamed }: Giver,
  sameName: KnownDonor[],
  knownGuest: KnownDonor | 'several' | null,
  byEmail: KnownDonors['byEmail'],
): Match {
  if (namesNobody(name)) return ask('unknownGiver');
  if (email && knownGuest && knownGuest !== 'several' && knownGuest.email === email)
    return guest(knownGuest.id);
  if (sameName.some(({ kind }) => kind === 'member'))
    return email ? ask('unknownGiver') : ask('member');
  const sharing = email && isNamed ? byEmail.get(email)?.[0] : undefined;
  if (sharing) return ask('household', sharing.name);
  if (knownGuest === 'several') return ask('severalGuests');
  return knownGuest ? guest(knownGuest.id) : ask('unknownGiver');
}

/**
 * Like `matchGuest`, for several guests of one name. That none of them has the address of the file
 * does not prove a new person as long as one of them has no address.
 */
export function guestFor<Guest extends KnownGuest>(
  guests: readonly Guest[],
  giver: { email: string | null; phone: string | null },
): Guest | 'several' | null {
  const matchingGuest = matchGuest(guests, giver);
  return matchingGuest === null && guests.some(({ email }) => !email) ? 'several' : matchingGuest;
}
