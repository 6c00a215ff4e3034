import type { z } from 'zod';
import type { answerImportGivers, GiverAnswer } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { conflict, invalidField } from '#libs/http';
import { classifyDraft } from '../../classification/classify-draft.js';
import {
  fullName,
  findGuestsByNames,
  findMemberDonor,
  nameKey,
  storeUnidentifiedDonor,
  findUnidentifiedId,
} from '../../../donor/donors.js';
import { giverIn, guestFor, guestIdFor, noGiverKey } from '../../givers/givers.js';
import { remember } from '../../givers/remembered.js';
import { withoutRowByRowJoins } from '../../planner.js';
import {
  countRowsOf,
  findFollowers,
  findGivers,
  findGuest,
  findSharedNames,
  giveTo,
  keepAnswers,
  listGiverKeys,
  listSpellings,
} from './answers.sql.js';
import { listWaitingRows } from '../draft-rows.sql.js';
import { toDraft } from '../drafts.js';
import type { ImportRecord } from '../import.query.js';
import { readAgain } from '../repair.js';

type Answer = z.output<typeof answerImportGivers>;

type Giver = Awaited<ReturnType<typeof findGivers>>[number];

/**
 * The donor that an answer resolves to. `donorId` is null for *Unidentified giver*. If `isNew`, the
 * commit creates the guest.
 */
interface ResolvedGiver {
  key: string;
  donorId: string | null;
  isNew: boolean;
}

interface Answered extends ResolvedGiver {
  spelled: { key: string; name: string; email: string | null }[];
}

/**
 * Stores a user's answer about givers of a draft. It holds for all of their rows, and the church
 * remembers it.
 * @returns the number of rows that the answer is about
 * @throws HttpError 409 if no row can change, 400 if the donor does not exist
 */
export async function answerGivers(
  tx: Tx,
  record: ImportRecord,
  userId: string,
  { givers: keys, answer, donorId }: Answer,
): Promise<number> {
  assertAnswer(answer, donorId);
  const givers = await findGivers(tx, { importId: record.id, keys });
  if (givers.length === 0)
    throw conflict(
      'No row of these givers can be recorded: none is in this file, or their rows are here ' +
        'already or left out.',
    );
  const resolved = await resolveAnswer(tx, record, givers, { answer, donorId });
  await readNameless(tx, record, resolved);
  const named = await withSpellings(tx, record, resolved);
  const answered = [
    ...named,
    ...(await withSpellings(tx, record, await linkedGivers(tx, record, named))),
  ];
  await settle(tx, record, answer, answered);
  await remember(tx, userId, answer, toRememberedGivers(record, answered));
  await classifyDraft(tx, toDraft(record));
  const [rows] = await countRowsOf(tx, {
    importId: record.id,
    keys: answered.map(({ key }) => key),
  });
  return rows!.count;
}

/** @throws HttpError 400 if a member is not named, or if a new giver is */
function assertAnswer(answer: GiverAnswer, donorId: Answer['donorId']): void {
  if (answer === 'member' && !donorId) throw invalidField('donorId', 'Say which member.');
  if (answer === 'apart' && donorId)
    throw invalidField('donorId', 'Somebody new has no record to choose.');
}

/** Returns the givers whose answer the church remembers for its next files. */
const toRememberedGivers = (
  record: ImportRecord,
  answered: Answered[],
): Parameters<typeof remember>[3] =>
  answered
    .filter(({ key }) => key !== noGiverKey)
    .map((giver) => ({
      ...giver,
      isPlanned: giver.isNew,
      isOwn: giver.donorId === guestIdFor(record.id, giver.key),
    }));

/** Adds the givers who, according to earlier answers, are the same persons as these givers. */
async function linkedGivers(
  tx: Tx,
  record: ImportRecord,
  named: Answered[],
): Promise<ResolvedGiver[]> {
  const planned = new Map(named.map((giver) => [guestIdFor(record.id, giver.key), giver]));
  const followers = await findFollowers(tx, {
    importId: record.id,
    planned: [...planned.keys()],
    except: named.flatMap(({ spelled }) => spelled.map(({ key }) => key)),
  });
  return followers.map((other) => ({ ...planned.get(other.planned)!, key: other.key }));
}

/** Finds the donors that an answer means, for each of the givers. */
async function resolveAnswer(
  tx: Tx,
  record: ImportRecord,
  givers: Giver[],
  { answer, donorId }: Pick<Answer, 'answer' | 'donorId'>,
): Promise<ResolvedGiver[]> {
  if (answer === 'member') return asMember(tx, givers, donorId!);
  if (answer === 'apart') return asNew(record, givers);
  return donorId ? asChosen(tx, record, givers, donorId) : asGuests(tx, record, givers);
}

async function asMember(tx: Tx, givers: Giver[], donorId: string): Promise<ResolvedGiver[]> {
  const member = await findMemberDonor(tx, donorId);
  if (!member) throw invalidField('donorId', 'This member does not exist, or has left.');
  return givers.map(({ key }) => ({ key, donorId: member.id, isNew: false }));
}

const asNew = (record: ImportRecord, givers: Giver[]): ResolvedGiver[] =>
  givers.map(({ key }) => ({
    key,
    donorId: key === noGiverKey ? null : guestIdFor(record.id, key),
    isNew: key !== noGiverKey,
  }));

/**
 * Finds the chosen donor: Unidentified giver, a guest of the church, or a guest that this file
 * creates.
 */
async function asChosen(
  tx: Tx,
  record: ImportRecord,
  givers: Giver[],
  donorId: string,
): Promise<ResolvedGiver[]> {
  if (donorId === (await findUnidentifiedId(tx))) {
    const id = await storeUnidentifiedDonor(tx);
    return givers.map(({ key }) => ({ key, donorId: id, isNew: false }));
  }
  const [guest] = await findGuest(tx, { id: donorId });
  if (guest) return givers.map(({ key }) => ({ key, donorId: guest.id, isNew: false }));
  const giversOfFile = await listGiverKeys(tx, { importId: record.id });
  if (!giversOfFile.some(({ key }) => guestIdFor(record.id, key) === donorId))
    throw invalidField('donorId', 'This guest does not exist.');
  return givers.map(({ key }) => ({ key, donorId, isNew: true }));
}

/**
 * Resolves givers to guests by ruling 22. Givers who may be one of several guests stay as they are.
 * @throws HttpError 409 if all givers may be one of several guests
 */
async function asGuests(tx: Tx, record: ImportRecord, givers: Giver[]): Promise<ResolvedGiver[]> {
  const names = new Map(
    givers.map(({ key, firstName, lastName, email }) => [
      key,
      fullName(firstName, lastName) || (email ?? ''),
    ]),
  );
  const guestsByName = Map.groupBy(
    await findGuestsByNames(tx, [...names.values()]),
    (guest) => guest.nameKey,
  );
  const nameKeys = givers.flatMap(({ key, email }) => (email ? [] : [key.split('\n')[0]!]));
  const shared = await findSharedNames(tx, { importId: record.id, nameKeys });
  const unclear: string[] = [];
  const sharedNames = new Set(shared.map((giver) => giver.nameKey));
  const resolved = givers.flatMap(({ key, email, phone }): ResolvedGiver[] => {
    if (key === noGiverKey) return [{ key, donorId: null, isNew: false }];
    const name = names.get(key)!;
    const isShared = !email && sharedNames.has(nameKey(name));
    const matchingGuest = isShared
      ? 'several'
      : guestFor(guestsByName.get(nameKey(name)) ?? [], { email, phone });
    if (matchingGuest !== 'several')
      return [
        { key, donorId: matchingGuest?.id ?? guestIdFor(record.id, key), isNew: !matchingGuest },
      ];
    unclear.push(name);
    return [];
  });
  if (resolved.length === 0)
    throw conflict(
      `Several guests are named ${unclear[0]!}. Choose which of them this is, or say that it is ` +
        'somebody else.',
    );
  return resolved;
}

/** Reads rows again that name nobody: before the answer they could not be read as gifts. */
async function readNameless(
  tx: Tx,
  record: ImportRecord,
  resolved: ResolvedGiver[],
): Promise<void> {
  if (!resolved.some(({ key }) => key === noGiverKey)) return;
  const rows = await listWaitingRows(tx, { importId: record.id, giver: noGiverKey });
  await readAgain(
    tx,
    record,
    rows.map((row) => ({ ...row, editedAsGuest: true })),
  );
}

async function settle(
  tx: Tx,
  record: ImportRecord,
  answer: GiverAnswer,
  answered: Answered[],
): Promise<void> {
  await withoutRowByRowJoins(tx, () =>
    giveTo(tx, {
      importId: record.id,
      keys: answered.map(({ key }) => key),
      donors: answered.map(({ donorId }) => donorId),
      areGuests: answer !== 'member',
    }),
  );
  const keys = answered.flatMap(({ spelled, donorId }) =>
    spelled.map(({ key }) => ({ key, donorId })),
  );
  await keepAnswers(tx, {
    importId: record.id,
    answer,
    keys: keys.map(({ key }) => key),
    donors: keys.map(({ donorId }) => donorId),
  });
}

/**
 * Adds to each giver the other keys by which rows of the file name the same person, for example
 * with and without an email address.
 */
async function withSpellings(
  tx: Tx,
  record: ImportRecord,
  resolved: ResolvedGiver[],
): Promise<Answered[]> {
  const rows = await listSpellings(tx, {
    importId: record.id,
    keys: resolved.map(({ key }) => key),
  });
  const byGiver = Map.groupBy(rows, ({ key }) => key);
  return resolved.map((giver) => {
    const spelled = (byGiver.get(giver.key) ?? []).map(({ firstName, lastName, email }) => {
      const { key, isNamed, name } = giverIn({
        firstName: firstName ?? '',
        lastName: lastName ?? '',
        ...(email ? { email } : {}),
      });
      return { key, name: isNamed ? name : '', email };
    });
    return {
      ...giver,
      spelled: spelled.some(({ key }) => key === giver.key)
        ? spelled
        : [
            ...spelled,
            { key: giver.key, name: spelled[0]?.name ?? '', email: spelled[0]?.email ?? null },
          ],
    };
  });
}
