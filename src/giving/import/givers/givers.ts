import { v5 as idFrom } from 'uuid';
import { normalizeEmail, type GiverAnswer, type RowState } from '#libs/contracts';
import { userNotFound, type RowReading } from '#libs/csv';
import type { Tx } from '#libs/database';
import { fullName, guestAmong, nameKey, type KnownGuest } from '../../donor/donors.js';
import { phoneKeySql } from '../../donor/donors.sql.js';

type Values = RowReading['values'];

/** A row as it was read, and whether a person said that it is a guest's. */
interface Asked {
  row: number;
  reading: RowReading;
  asGuest: boolean;
}

/** Whom a row's gift goes to, or what has to be asked first. */
export interface Matched {
  state: RowState;
  problem: string | null;
  message: string | null;
  donorId: string | null;
  /** it goes to a guest, whom the commit may have to make first */
  asGuest: boolean;
  /** the giver of the file that the row belongs to */
  giver: string;
  firstName: string;
  lastName: string;
}

/** How a file names a giver: first and last name, or one column that is split before its last word. */
function namesIn(values: Values): { firstName: string; lastName: string } {
  if (values.firstName ?? values.lastName)
    return { firstName: values.firstName ?? '', lastName: values.lastName ?? '' };
  const words = (values.name ?? '').split(/\s+/u).filter(Boolean);
  return {
    firstName: words.slice(0, -1).join(' ') || (words[0] ?? ''),
    lastName: words.length > 1 ? words.at(-1)! : '',
  };
}

/** Name and address together tell givers of a file apart, as they do guests. */
export const giverKey = (name: string, email: string | null | undefined) =>
  `${nameKey(name)}\n${normalizeEmail(email ?? '')}`;
/** The rows that name nobody. */
export const nobody = giverKey('', null);

/** The id that a guest gets whom this import makes: the same however often its commit begins anew. */
export const guestIdFor = (importId: string, giver: string) => idFrom(`guest ${giver}`, importId);

interface Giver {
  key: string;
  firstName: string;
  lastName: string;
  /** as the file writes it; an email address serves where there is none */
  name: string;
  isNamed: boolean;
  email: string | null;
  phone: string | null;
}

export function giverIn(values: Values): Giver {
  const { firstName, lastName } = namesIn(values);
  const stated = fullName(firstName, lastName);
  const email = values.email ? normalizeEmail(values.email) : null;
  const isAddress = nameKey(stated) === values.email?.toLowerCase(); // an address twice is no name
  const written = isAddress ? '' : stated;
  return {
    key: written === '' ? `\n${email ?? ''}` : giverKey(written, email),
    firstName,
    lastName,
    name: written || (values.email ?? ''),
    isNamed: written !== '',
    email,
    phone: values.phone ?? null,
  };
}

interface KnownDonor extends KnownGuest {
  kind: 'member' | 'guest';
  name: string;
  name_key: string;
}

const donorsBy = async (
  tx: Tx,
  column: 'email_key' | 'name_key',
  values: Set<string>,
): Promise<KnownDonor[]> =>
  values.size === 0
    ? [] // asked all the same, PostgreSQL would read every donor for it
    : tx.sql<KnownDonor>(
        `select id, kind, name, email_key as email, phone, name_key from donor
          where organization_id = $1 and kind <> 'unidentified' and not has_left and ${column} = any($2::text[])`,
        [tx.organizationId, [...values]],
      );

/** What a person answered about a giver: `donorId` null is Unidentified giver where it was answered here, and a guest by name and address where it is remembered. */
interface Answered {
  key: string;
  answer: GiverAnswer;
  donor_id: string | null;
  is_member: boolean;
  here: boolean;
}

/** Answers to this draft, and what the church remembers of others; never for somebody who has left. */
async function answersTo(
  tx: Tx,
  importId: string,
  keys: Set<string>,
): Promise<{ here: Map<string, Answered>; remembered: Map<string, Answered> }> {
  const [any] = await tx.sql<{ known: boolean }>(
    `select exists (select 1 from import_answer where organization_id = $1 and kind = 'giver')
         or exists (select 1 from donation_import_giver where organization_id = $1 and import_id = $2) as known`,
    [tx.organizationId, importId],
  );
  if (!any!.known) return { here: new Map(), remembered: new Map() };
  const answers = await tx.sql<Answered>(
    `select a.key, a.answer, a.donor_id, coalesce(d.kind = 'member', false) as is_member, a.here
       from (select key, answer, donor_id, true as here from donation_import_giver where organization_id = $1 and import_id = $2 and key = any($3::text[])
             union all
             select key, answer, donor_id, false from import_answer where organization_id = $1 and kind = 'giver' and key = any($3::text[])) a
       left join donor d on d.organization_id = $1 and d.id = a.donor_id
      where case when d.id is null then a.donor_id is null or a.here and a.answer <> 'member' else not d.has_left end`,
    [tx.organizationId, importId, [...keys]],
  );
  const those = (here: boolean) =>
    new Map(answers.filter((one) => one.here === here).map((one) => [one.key, one]));
  return { here: those(true), remembered: those(false) };
}

/**
 * Matches rows to donors. Nothing uncertain is matched without being asked: a row goes to a member by the exact address of one, or by
 * what a person answered, here or for an earlier file; to a guest by ruling 22.
 */
export async function matchGivers(tx: Tx, importId: string, rows: Asked[]): Promise<Matched[]> {
  const givers = rows.map(({ reading }) => giverIn(reading.values));
  const read = givers.filter((_, at) => rows[at]!.reading.ok);
  const answers = await answersTo(tx, importId, new Set(read.map(({ key }) => key)));
  const byEmail = Map.groupBy(
    await donorsBy(tx, 'email_key', new Set(read.flatMap(({ email }) => email ?? []))),
    (donor) => donor.email!,
  );
  const memberAt = (email: string | null) =>
    email ? byEmail.get(email)?.find(({ kind }) => kind === 'member') : undefined;
  const byNameOf = givers.filter(
    ({ email }, at) =>
      rows[at]!.reading.ok &&
      (rows[at]!.asGuest || !memberAt(email) || answers.remembered.size > 0),
  );
  const byName = Map.groupBy(
    await donorsBy(tx, 'name_key', new Set(byNameOf.map(({ name }) => nameKey(name)))),
    (donor) => donor.name_key,
  );

  return rows.map(({ row, reading, asGuest }, at) => {
    const giver = givers[at]!;
    return {
      giver: giver.key,
      firstName: giver.firstName,
      lastName: giver.lastName,
      ...match(row, reading, asGuest, giver),
    };
  });

  function match(
    row: number,
    reading: RowReading,
    asGuest: boolean,
    { key, name, isNamed, email, phone }: Giver,
  ): Omit<Matched, 'giver' | 'firstName' | 'lastName'> {
    if (!reading.ok) {
      // too long to be anybody's: no answer about the giver would mend it
      const problem =
        key !== nobody &&
        reading.state === 'rejected' &&
        (reading.problem === 'email' || reading.problem === 'name')
          ? 'columns'
          : reading.problem;
      return { state: reading.state, problem, message: reading.message, donorId: null, asGuest };
    }
    const member = (donorId: string) => ({
      state: 'new' as const,
      problem: null,
      message: null,
      donorId,
      asGuest: false,
    });
    const guest = (donorId: string | null) => ({
      state: 'new' as const,
      problem: null,
      message: null,
      donorId,
      asGuest: true,
    });
    const ask = (state: 'held' | 'rejected', problem: string, message: string) => ({
      state,
      problem,
      message,
      donorId: null,
      asGuest: false,
    });
    const here = answers.here.get(key);
    // what was said of the row alone holds against what was said of the giver
    if (here && !(asGuest && here.is_member))
      return here.is_member ? member(here.donor_id!) : guest(here.donor_id);

    const remembered = answers.remembered.get(key);
    if (!asGuest && remembered?.donor_id)
      return remembered.is_member ? member(remembered.donor_id) : guest(remembered.donor_id);
    const atAddress = asGuest || remembered ? undefined : memberAt(email);
    if (atAddress) return member(atAddress.id);

    const sameName = byName.get(nameKey(name)) ?? [];
    const known = guestFor(
      sameName.filter(({ kind }) => kind === 'guest'),
      { email, phone },
    );
    const which = () =>
      ask(
        'held',
        'giver',
        `Row ${row}: Several guests are named ${name}. Which of them gave this?`,
      );
    if (asGuest || remembered || key === nobody)
      return key === nobody
        ? guest(null)
        : known === 'several'
          ? which()
          : guest(known?.id ?? guestIdFor(importId, key));
    if (email && known && known !== 'several' && known.email === email) return guest(known.id);
    const notFound = () =>
      email
        ? ask('rejected', 'email', userNotFound(row, reading.draft.email!))
        : ask('rejected', 'name', `Row ${row}: User not found with name "${name}"`);
    if (sameName.some(({ kind }) => kind === 'member')) {
      return email
        ? notFound()
        : ask(
            'held',
            'name',
            `Row ${row}: Is this the member ${name}? The file gives no email address.`,
          );
    }
    const sharing = email && isNamed ? byEmail.get(email)?.[0] : undefined;
    if (sharing)
      return ask(
        'held',
        'giver',
        `Row ${row}: A household, or one person? The guest ${sharing.name} has the email address "${reading.draft.email!}".`,
      );
    if (known === 'several') return which();
    return known ? guest(known.id) : notFound();
  }
}

/** As `guestAmong`; but that none of several has the address of a file proves nobody new while one of them has none. */
export function guestFor<Guest extends KnownGuest>(
  guests: readonly Guest[],
  giver: { email: string | null; phone: string | null },
): Guest | 'several' | null {
  const found = guestAmong(guests, giver);
  return found === null && guests.some(({ email }) => !email) ? 'several' : found;
}

/** Rows that a giver's answer would settle, and those that go to a guest: nobody else's giver depends on the rest of the file. */
const unsettled = `r.organization_id = $1 and r.import_id = $2 and r.giver <> E'\\n'
  and (r.as_guest or r.state in ('rejected', 'held') and r.problem in ('email', 'name', 'giver'))`;
/** Nobody has said of the row's giver who it is. */
const undecided = `not exists (select 1 from donation_import_giver a where a.organization_id = $1 and a.import_id = $2 and a.key = r.giver)
  and not exists (select 1 from import_answer a where a.organization_id = $1 and a.kind = 'giver' and a.key = r.giver and a.donor_id = r.donor_id)`;
const fileGivers = `
  g as materialized (
    select r.giver, split_part(r.giver, E'\\n', 1) as name, split_part(r.giver, E'\\n', 2) as email, (array_agg(r.donor_id) filter (where r.as_guest))[1] as donor_id,
           coalesce(array_agg(distinct ${phoneKeySql('r.phone')}) filter (where r.phone is not null), '{}') as phones
      from donation_import_row r where ${unsettled} group by r.giver)`;

/** The giver without an address (`g`) is a guest of the books, and the one of the same name in the file (`o`) is not that guest. */
const anotherInBooks = `(o.donor_id is distinct from g.donor_id and exists (select 1 from donor d where d.organization_id = $1 and d.id = g.donor_id))`;

/**
 * What only the whole file tells: a giver without an address (or without a name) belongs to the only one of the same name (or
 * address), of several to the one with the same telephone number; where several remain, a person is asked which one it is.
 */
export async function foldGivers(tx: Tx, importId: string): Promise<void> {
  const of = [tx.organizationId, importId];
  await tx.sql('set local enable_nestloop = off'); // as in markDuplicates
  await tx.sql(
    `with ${fileGivers},
       pairs as (
         select g.giver, o.giver as target, o.donor_id, o.phones && g.phones as is_phone, ${anotherInBooks} as is_another from g join g o using (name) where g.email = '' and o.email <> '' and name <> ''
         union all
         select g.giver, o.giver, o.donor_id, false, false from g join g o using (email) where g.name = '' and o.name <> '' and email <> ''),
       t as (
         select giver, min(target) as target, (array_agg(donor_id))[1] as donor_id from pairs group by giver having count(*) = 1 and not bool_or(is_another)
         union all
         select giver, min(target), (array_agg(donor_id))[1] from pairs where is_phone and giver in (select giver from pairs group by giver having count(*) > 1)
          group by giver having count(*) = 1)
     update donation_import_row r set giver = t.target, donor_id = case when r.as_guest then coalesce(t.donor_id, r.donor_id) else r.donor_id end
       from t where r.giver = t.giver and ${unsettled} and ${undecided}`,
    of,
  );
  await tx.sql(
    `with ${fileGivers},
       names as (select name from g where email <> '' and name <> '' group by name having count(*) > 1),
       shared as (select g.donor_id from g join donor d on d.organization_id = $1 and d.id = g.donor_id and d.email is null where g.email <> '' group by 1 having count(distinct g.email) > 1),
       doubtful as (
         select giver, g.donor_id from g where email = '' and name in (select name from names) or email <> '' and g.donor_id in (select donor_id from shared)
         union
         select g.giver, g.donor_id from g join g o using (name) where g.email = '' and o.email <> '' and name <> '' and o.donor_id is not null and ${anotherInBooks})
     update donation_import_row r
        set state = 'held', problem = 'giver', donor_id = null, as_guest = false,
            message = 'Row ' || r.row || ': Several givers are named ' || concat_ws(' ', r.first_name, r.last_name) || '. Which of them gave this?'
       from doubtful where r.giver = doubtful.giver and r.as_guest and r.state = 'new' and ${unsettled} and ${undecided}`,
    of,
  );
  await tx.sql('set local enable_nestloop = on');
}
