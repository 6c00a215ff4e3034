import type { z } from 'zod';
import type { answerImportGivers, GiverAnswer } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { conflict, refusedAt } from '#libs/http';
import { fullName, guestsCalled, memberDonor, nameKey } from '../../donor/donors.js';
import { sameIn } from './drafts.js';
import { countsForGiver, waitsForGiver } from '../givers/givers.query.sql.js';
import { giverIn, guestFor, guestIdFor, nobody } from '../givers/givers.js';
import type { ImportRecord } from './import.query.js';
import { draftRow, readAgain, type DraftRow } from './repair.js';
import { remember } from '../givers/remembered.js';
import { markDuplicates } from '../classification/same.js';

type Answer = z.output<typeof answerImportGivers>;

interface Giver {
  key: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
}

/** Whom an answer means: `donorId` null is Unidentified giver. `isNew`: the guest is made at the commit. */
interface Meant {
  key: string;
  donorId: string | null;
  isNew: boolean;
}

interface Answered extends Meant {
  spelled: { key: string; name: string; email: string | null }[];
}

/**
 * A person says who givers of a draft are; it holds for all of their rows, and the church remembers it.
 * @returns how many rows that are
 * @throws HttpError 409 where it applies to none of them, 400 for somebody who is not there
 */
export async function answerGivers(
  tx: Tx,
  record: ImportRecord,
  by: string,
  { givers: keys, answer, donorId }: Answer,
): Promise<number> {
  if (answer === 'member' && !donorId) throw refusedAt('donorId', 'Say which member.');
  if (answer === 'apart' && donorId)
    throw refusedAt('donorId', 'Somebody new has no record to choose.');
  const givers = await tx.sql<Giver>(
    `select giver as key, min(first_name) as first_name, min(last_name) as last_name, min(lower(email)) as email, min(phone) as phone
       from donation_import_row where organization_id = $1 and import_id = $2 and giver = any($3::text[]) and ${countsForGiver} group by giver order by giver`,
    [tx.organizationId, record.id, keys],
  );
  if (givers.length === 0)
    throw conflict(
      'No row of these givers can be recorded: none is in this file, or their rows are here already or left out.',
    );
  const meant =
    answer === 'member'
      ? await asMember(tx, givers, donorId!)
      : answer === 'apart'
        ? asNew(record, givers)
        : donorId
          ? await asChosen(tx, record, givers, donorId)
          : await asGuests(tx, record, givers);
  await readNameless(tx, record, meant);
  const named = await spelledOut(tx, record, meant);
  const answered = [
    ...named,
    ...(await spelledOut(tx, record, await following(tx, record, named))),
  ];
  await settle(tx, record, answer, answered);
  await remember(
    tx,
    by,
    answer,
    answered
      .filter(({ key }) => key !== nobody)
      .map((one) => ({
        ...one,
        isPlanned: one.isNew,
        isOwn: one.donorId === guestIdFor(record.id, one.key),
      })),
  );
  await markDuplicates(tx, sameIn(record));
  const [rows] = await tx.sql<{ count: number }>(
    `select count(*)::int as count from donation_import_row where organization_id = $1 and import_id = $2 and giver = any($3::text[])`,
    [tx.organizationId, record.id, answered.map(({ key }) => key)],
  );
  return rows!.count;
}

/** Who was said to be one person with one of these goes along. */
async function following(tx: Tx, record: ImportRecord, named: Answered[]): Promise<Meant[]> {
  const planned = new Map(named.map((one) => [guestIdFor(record.id, one.key), one]));
  const others = await tx.sql<{ key: string; planned: string }>(
    `select key, donor_id as planned from donation_import_giver where organization_id = $1 and import_id = $2 and donor_id = any($3::uuid[]) and key <> all($4::text[])`,
    [
      tx.organizationId,
      record.id,
      [...planned.keys()],
      named.flatMap(({ spelled }) => spelled.map(({ key }) => key)),
    ],
  );
  return others.map((other) => ({ ...planned.get(other.planned)!, key: other.key }));
}

async function asMember(tx: Tx, givers: Giver[], donorId: string): Promise<Meant[]> {
  const member = await memberDonor(tx, donorId);
  if (!member) throw refusedAt('donorId', 'This member does not exist, or has left.');
  return givers.map(({ key }) => ({ key, donorId: member.id, isNew: false }));
}

const asNew = (record: ImportRecord, givers: Giver[]): Meant[] =>
  givers.map(({ key }) => ({
    key,
    donorId: key === nobody ? null : guestIdFor(record.id, key),
    isNew: key !== nobody,
  }));

/** A guest of the church, or one whom the same file brings: then it is one person with that giver, whoever that is. */
async function asChosen(
  tx: Tx,
  record: ImportRecord,
  givers: Giver[],
  donorId: string,
): Promise<Meant[]> {
  const [guest] = await tx.sql<{ id: string }>(
    `select id from donor where organization_id = $1 and id = $2 and kind = 'guest' and not has_left`,
    [tx.organizationId, donorId],
  );
  if (guest) return givers.map(({ key }) => ({ key, donorId: guest.id, isNew: false }));
  const others = await tx.sql<{ key: string }>(
    'select distinct giver as key from donation_import_row where organization_id = $1 and import_id = $2 and giver is not null',
    [tx.organizationId, record.id],
  );
  if (!others.some(({ key }) => guestIdFor(record.id, key) === donorId))
    throw refusedAt('donorId', 'This guest does not exist.');
  return givers.map(({ key }) => ({ key, donorId, isNew: true }));
}

/** By ruling 22; those of whom several may be meant stay as they are. @throws HttpError 409 where that is all of them */
async function asGuests(tx: Tx, record: ImportRecord, givers: Giver[]): Promise<Meant[]> {
  const called = new Map(
    givers.map(({ key, first_name, last_name, email }) => [
      key,
      fullName(first_name, last_name) || (email ?? ''),
    ]),
  );
  const there = Map.groupBy(await guestsCalled(tx, [...called.values()]), (guest) => guest.nameKey);
  const inFile = await tx.sql<{ name: string }>(
    `select split_part(giver, E'\\n', 1) as name from donation_import_row
      where organization_id = $1 and import_id = $2 and split_part(giver, E'\\n', 2) <> '' and split_part(giver, E'\\n', 1) = any($3::text[]) group by 1 having count(distinct giver) > 1`,
    [
      tx.organizationId,
      record.id,
      givers.flatMap(({ key, email }) => (email ? [] : [key.split('\n')[0]!])),
    ],
  );
  const unclear: string[] = [];
  const meant = givers.flatMap(({ key, email, phone }): Meant[] => {
    if (key === nobody) return [{ key, donorId: null, isNew: false }];
    const name = called.get(key)!;
    const isShared = !email && inFile.some((one) => one.name === nameKey(name));
    const known = isShared ? 'several' : guestFor(there.get(nameKey(name)) ?? [], { email, phone });
    if (known !== 'several')
      return [{ key, donorId: known?.id ?? guestIdFor(record.id, key), isNew: !known }];
    unclear.push(name);
    return [];
  });
  if (meant.length === 0)
    throw conflict(
      `Several guests are named ${unclear[0]!}. Choose which of them this is, or say that it is somebody else.`,
    );
  return meant;
}

/** Rows that name nobody could not be read as gifts before somebody said whose they are. */
async function readNameless(tx: Tx, record: ImportRecord, meant: Meant[]): Promise<void> {
  if (!meant.some(({ key }) => key === nobody)) return;
  const rows = await tx.sql<DraftRow>(
    `select ${draftRow} from donation_import_row where organization_id = $1 and import_id = $2 and giver = $3 and ${waitsForGiver}`,
    [tx.organizationId, record.id, nobody],
  );
  await readAgain(
    tx,
    record,
    rows.map((row) => ({ ...row, said_guest: true })),
  );
}

async function settle(
  tx: Tx,
  record: ImportRecord,
  answer: GiverAnswer,
  answered: Answered[],
): Promise<void> {
  const isGuest = answer !== 'member';
  const of = [
    tx.organizationId,
    record.id,
    answered.map(({ key }) => key),
    answered.map(({ donorId }) => donorId),
    isGuest,
  ];
  const those = 'unnest($3::text[], $4::uuid[]) m(key, donor_id)';
  // what a row looked like was another giver's gift
  await tx.sql(
    `update donation_import_row r
        set state = 'new', problem = null, message = null, donor_id = m.donor_id, as_guest = $5, like_donation = null, decided = r.decided and r.donor_id is not distinct from m.donor_id
       from ${those} where r.organization_id = $1 and r.import_id = $2 and r.giver = m.key and (r.act is null or r.state <> 'new')
        and (r.state = 'new' or ${waitsForGiver} or r.state = 'held' and r.problem = 'held' and r.donor_id is distinct from m.donor_id)`,
    of,
  );
  await tx.sql(
    `update donation_import_row r set donor_id = case when r.donor_id is null then null else m.donor_id end, as_guest = $5
       from ${those} where r.organization_id = $1 and r.import_id = $2 and r.giver = m.key and r.state <> 'new'`,
    of,
  );
  const keys = answered.flatMap(({ spelled, donorId }) =>
    spelled.map(({ key }) => ({ key, donorId })),
  );
  await tx.sql(
    `insert into donation_import_giver (organization_id, import_id, key, answer, donor_id)
     select distinct on (k.key) $1::uuid, $2::uuid, k.key, $5, k.donor_id from unnest($3::text[], $4::uuid[]) k(key, donor_id)
     on conflict (organization_id, import_id, key) do update set answer = excluded.answer, donor_id = excluded.donor_id`,
    [
      tx.organizationId,
      record.id,
      keys.map(({ key }) => key),
      keys.map(({ donorId }) => donorId),
      answer,
    ],
  );
}

/** With each giver the ways in which the file's rows name them: those without an address, say, beside those with it. */
async function spelledOut(tx: Tx, record: ImportRecord, meant: Meant[]): Promise<Answered[]> {
  const rows = await tx.sql<Giver>(
    `select distinct giver as key, first_name, last_name, email from donation_import_row where organization_id = $1 and import_id = $2 and giver = any($3::text[])`,
    [tx.organizationId, record.id, meant.map(({ key }) => key)],
  );
  const byGiver = Map.groupBy(rows, ({ key }) => key);
  return meant.map((one) => {
    const spelled = (byGiver.get(one.key) ?? []).map(({ first_name, last_name, email }) => {
      const { key, isNamed, name } = giverIn({
        firstName: first_name ?? '',
        lastName: last_name ?? '',
        ...(email ? { email } : {}),
      });
      return { key, name: isNamed ? name : '', email };
    });
    return {
      ...one,
      spelled: spelled.some(({ key }) => key === one.key)
        ? spelled
        : [
            ...spelled,
            { key: one.key, name: spelled[0]?.name ?? '', email: spelled[0]?.email ?? null },
          ],
    };
  });
}
