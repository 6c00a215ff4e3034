import { sameEmailAddress, searchKey, unidentifiedGiver, type ImportGiver } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { nameKey, nameOfNameless, phoneKey, findUnidentifiedId } from '../../donor/donors.js';
import { withoutRowByRowJoins } from '../planner.js';
import {
  findByAddress,
  findByLikeness,
  findByPhone,
  findBySpelling,
  listSharing,
} from './candidates.sql.js';
import { guestIdFor } from './givers.js';
import { otherNames } from './nicknames.js';
import { namesNobody } from './nobody.js';

/** A giver of a file as far as it tells who it may be. */
export interface Unknown {
  key: string;
  name: string;
  email: string | null;
  phones: string[];
}
type Addressed = Unknown & { email: string };
type Candidate = ImportGiver['candidates'][number];

/** The lowest similarity of two names, from 0 to 1, with which a donor is suggested. */
const minSimilarity = 0.4;
/** How many donors with similar names, and how many donors of all kinds, are suggested at most. */
const maxSimilarCandidates = 3;
const maxCandidates = 6;

/**
 * Returns the spellings of a giver's name that a donor of the church may have, and why each is a
 * candidate.
 */
function spellings(name: string): { spelled: string; why: string }[] {
  const key = nameKey(name);
  const [first, ...rest] = key.split(' ');
  if (!first || key.includes('@')) return [];
  const [before, after] = name.split(',').map((part) => nameKey(part));
  const turned =
    rest.length > 0
      ? [`${rest.at(-1)!} ${[first, ...rest.slice(0, -1)].join(' ')}`, `${rest.join(' ')} ${first}`]
      : [];
  const forms = [
    { full: key, first, rest },
    ...(after
      ? [
          {
            full: `${after} ${before!}`,
            first: after.split(' ')[0]!,
            rest: [...after.split(' ').slice(1), before!],
          },
        ]
      : []),
  ];
  return [
    { spelled: key, why: 'same name' },
    ...[...turned, ...(after ? [`${after} ${before!}`] : [])].map((spelled) => ({
      spelled,
      why: 'name turned round',
    })),
    ...forms.flatMap((form) =>
      form.rest.length === 0
        ? []
        : otherNames(form.first).map((other) => ({
            spelled: [nameKey(other), ...form.rest].join(' '),
            why: `nickname: ${capital(form.first)} for ${capital(other)}`,
          })),
    ),
  ];
}
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

interface Found extends Candidate {
  key: string;
}

/**
 * Finds the members and guests who may be the givers of a draft, the likeliest first: by email
 * address, by telephone number, by a spelling of the name, and, if none of these finds anybody, by
 * similar names. Givers of the file who share an address may be one person.
 */
export async function candidatesFor(
  tx: Tx,
  importId: string,
  givers: Unknown[],
): Promise<Map<string, Candidate[]>> {
  const certain = await findCertainCandidates(tx, importId, givers);
  const keysWithCandidates = new Set(certain.map(({ key }) => key));
  const otherGivers = givers.filter(({ key }) => !keysWithCandidates.has(key));
  return groupByGiver([...certain, ...(await similar(tx, otherGivers))]);
}

/** Finds the candidates who share more than a similar name with a giver. */
async function findCertainCandidates(
  tx: Tx,
  importId: string,
  givers: Unknown[],
): Promise<Found[]> {
  const addressed = givers.filter((giver): giver is Addressed => Boolean(giver.email));
  const addressMatches = await findByAddress(tx, {
    keys: addressed.map(({ key }) => key),
    emails: addressed.map(({ email }) => email),
  });
  const phoneMatches = await findAtPhones(tx, givers);
  const spellingMatches = await findSpelled(tx, givers);
  return [
    ...(await nobody(tx, givers)),
    ...because(sameEmailAddress, addressMatches),
    ...because('same phone number', phoneMatches),
    ...spellingMatches,
    ...(await findByEmailInDraft(tx, importId, addressed)),
  ];
}

/** Finds the donors who have a telephone number of a giver. */
async function findAtPhones(tx: Tx, givers: Unknown[]): ReturnType<typeof findByPhone> {
  const phones = givers.flatMap(({ key, phones }) =>
    phones.flatMap((phone) => phoneKey(phone) ?? []).map((phone) => ({ key, phone })),
  );
  if (phones.length === 0) return [];
  return findByPhone(tx, {
    keys: phones.map(({ key }) => key),
    phones: phones.map(({ phone }) => phone),
  });
}

/** Finds the donors whose name is a spelling of the name of a giver. */
function findSpelled(tx: Tx, givers: Unknown[]): ReturnType<typeof findBySpelling> {
  const spelled = givers.flatMap(({ key, name }) =>
    spellings(name).map((spelling) => ({ key, ...spelling })),
  );
  return findBySpelling(tx, {
    keys: spelled.map(({ key }) => key),
    spellings: spelled.map((spelling) => spelling.spelled),
    reasons: spelled.map(({ why }) => why),
  });
}

/** Returns the first different candidates of each giver, at most `maxCandidates`. */
function groupByGiver(foundDonors: Found[]): Map<string, Candidate[]> {
  const candidates = new Map<string, Candidate[]>();
  for (const { key, id, name, kind, email, why } of foundDonors) {
    const candidatesOfGiver = candidates.get(key) ?? [];
    const isKnown = candidatesOfGiver.some((candidate) => candidate.id === id);
    if (isKnown || candidatesOfGiver.length >= maxCandidates) continue;
    candidates.set(key, [...candidatesOfGiver, { id, name, kind, email, why }]);
  }
  return candidates;
}

/** Suggests *Unidentified giver* for givers whose names are words for nobody. */
async function nobody(tx: Tx, givers: Unknown[]): Promise<Found[]> {
  const nameless = givers.filter(({ name }) => namesNobody(name));
  if (nameless.length === 0) return [];
  const id = await findUnidentifiedId(tx);
  return nameless.map(({ key }) => ({
    key,
    id,
    name: unidentifiedGiver,
    kind: 'unidentified' as const,
    email: null,
    why: 'names nobody',
  }));
}

const because = (why: string, donors: Omit<Found, 'why'>[]): Found[] =>
  donors.map((donor) => ({ ...donor, why }));

/** Donors with a similar name, the most similar first. */
async function similar(tx: Tx, givers: Unknown[]): Promise<Found[]> {
  const named = givers.filter(({ name }) => name !== '' && !name.includes('@'));
  if (named.length === 0) return [];
  const donors = await findByLikeness(tx, {
    keys: named.map(({ key }) => key),
    names: named.map(({ name }) => searchKey(name)),
    minLikeness: minSimilarity,
    maxOfEach: maxSimilarCandidates,
  });
  return because('similar name', donors);
}

/**
 * Lists candidates with the same email address among the other givers of the draft: the donors
 * assigned to them, or the guests that the commit would create.
 */
async function findByEmailInDraft(tx: Tx, importId: string, givers: Addressed[]): Promise<Found[]> {
  if (givers.length === 0) return [];
  const sharingGivers = await withoutRowByRowJoins(tx, () =>
    listSharing(tx, {
      importId,
      keys: givers.map(({ key }) => key),
      emails: givers.map(({ email }) => email),
    }),
  );
  return sharingGivers.map(({ key, other, name, id, donor, kind }) => ({
    key,
    id: id ?? guestIdFor(importId, other),
    name: donor ?? (name || nameOfNameless(key.split('\n')[1] ?? '')),
    kind: kind ?? 'guest',
    email: key.split('\n')[1] ?? null,
    why: sameEmailAddress,
  }));
}
