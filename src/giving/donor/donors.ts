import { v7 as newId } from 'uuid';
import { normalizeEmail, unidentifiedGiver, type DonorKind } from '#libs/contracts';
import { prepared, type Tx } from '#libs/database';
import { lockChurch, Refused } from '#libs/event-sourcing';
import { readPhone } from '#libs/phone';

/** The only place in giving that knows names. A member's donor id is their user id. */
export interface DonorDetails {
  firstName: string;
  lastName: string;
  email?: string | null;
  phone?: string | null;
}

export const fullName = (first: string | null, last: string | null) =>
  [first, last].filter(Boolean).join(' ');

/** Names that count as the same: case, width and spacing do not matter. */
export const nameKey = (name: string) =>
  name.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();

/** Makes or renames the donor of an approved member; the ledger shows today's names. */
export async function keepMember(
  tx: Tx,
  id: string,
  { firstName, lastName, email, phone }: DonorDetails,
): Promise<void> {
  const name = fullName(firstName, lastName) || (email ?? '');
  const known = await tx.sql('select 1 from donor where organization_id = $1 and id = $2', [
    tx.organizationId,
    id,
  ]);
  if (known.length > 0) await lockChurch(tx, tx.organizationId!);
  await tx.sql(
    `insert into donor (organization_id, id, kind, name, name_key, first_name, last_name, email, phone)
     values ($1, $2, 'member', $3, $4, $5, $6, $7, $8)
     on conflict (organization_id, id) do update
       set name = excluded.name, name_key = excluded.name_key, first_name = excluded.first_name, last_name = excluded.last_name,
           email = excluded.email, phone = excluded.phone, has_left = false`,
    [tx.organizationId, id, name, nameKey(name), firstName, lastName, email ?? null, phone ?? null],
  );
  if (known.length > 0) await renameInLedger(tx, id, name);
}

async function renameInLedger(tx: Tx, donorId: string, name: string): Promise<void> {
  await tx.sql(
    'update ledger set name = $3, name_key = $4 where organization_id = $1 and donor_id = $2 and name <> $3',
    [tx.organizationId, donorId, name, nameKey(name)],
  );
}

export interface Donor {
  id: string;
  kind: DonorKind;
  name: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
}
const columns = 'id, kind, name, first_name, last_name, email, phone';

/** A member who left keeps their name and their gifts; how to reach them is erased, and nothing new is recorded for them. */
export async function memberLeft(tx: Tx, id: string): Promise<void> {
  await lockChurch(tx, tx.organizationId!);
  await release(tx, [id]);
}

/** Nothing new is recorded for them, and no file's giver is taken for them anymore. */
async function release(tx: Tx, ids: string[]): Promise<void> {
  await tx.sql(
    'update donor set has_left = true, email = null, phone = null where organization_id = $1 and id = any($2::uuid[])',
    [tx.organizationId, ids],
  );
  await tx.sql(
    'delete from import_answer where organization_id = $1 and donor_id = any($2::uuid[])',
    [tx.organizationId, ids],
  );
}

/** Guests whom only this import made: no gift of another kind, standing or not, names them, nor does an import that is being recorded. */
export function guestsOnlyOf(tx: Tx, importId: string): Promise<{ id: string; name: string }[]> {
  return tx.sql(
    `select d.id, d.name from donor d where d.organization_id = $1 and d.made_by = $2 and d.kind = 'guest' and not d.has_left
        and not exists (select 1 from donation_version v where v.organization_id = $1 and v.donor_id = d.id and v.import_id is distinct from $2)
        and not exists (select 1 from donation_import i join donation_import_row r on r.organization_id = $1 and r.import_id = i.id and r.donor_id = d.id
                         where i.organization_id = $1 and i.id <> $2 and i.status = 'committing') order by d.name_key, d.id`,
    [tx.organizationId, importId],
  );
}

/** Takes guests away whom only an import made that was undone. The history of their gifts names them. */
export async function releaseGuestsOf(tx: Tx, importId: string): Promise<void> {
  const guests = await guestsOnlyOf(tx, importId);
  if (guests.length > 0)
    await release(
      tx,
      guests.map(({ id }) => id),
    );
}

const memberSql = prepared(
  `select ${columns} from donor where organization_id = $1 and id = $2 and kind = 'member' and not has_left`,
);

export async function memberDonor(tx: Tx, userId: string): Promise<Donor | null> {
  return (await tx.sql<Donor>(memberSql, [tx.organizationId, userId]))[0] ?? null;
}

/** @throws Refused `Member is required` when this is no member of the church */
export async function requireMember(tx: Tx, userId: string): Promise<Donor> {
  const member = await memberDonor(tx, userId);
  if (!member) throw new Refused('invalid', 'Member is required');
  return member;
}

/** A guest as they are told apart (ruling 22): by name and address together. */
export interface KnownGuest {
  id: string;
  email: string | null;
  phone: string | null;
}

const addressKey = (email: string | null | undefined) => (email ? normalizeEmail(email) : null);
/**
 * The last ten digits of a telephone number, without its extension; null where there are too few to tell anybody apart.
 * SQL computes the same from a stored number (`phoneKeyOf`).
 */
export const phoneKey = (phone: string | null | undefined) => {
  const [number = ''] = (readPhone(phone ?? '') ?? phone ?? '').split(';ext=');
  const digits = number.replace(/\D/gu, '').slice(-10);
  return digits.length < 7 ? null : digits;
};

/** SQL: `phoneKey` of a column. */
export const phoneKeyOf = (column: string) =>
  `right(regexp_replace(split_part(${column}, ';ext=', 1), '\\D', '', 'g'), 10)`;

/**
 * Which of the guests of one name is meant: the one with that address; where one side has no address, the only one of that name.
 * @returns null for somebody new, `several` where a person has to say which; an address that none of them has is somebody new
 */
export function guestAmong<Guest extends KnownGuest>(
  sameName: readonly Guest[],
  { email, phone }: { email?: string | null; phone?: string | null },
): Guest | 'several' | null {
  const address = addressKey(email);
  const fitting = sameName.filter((guest) =>
    address ? addressKey(guest.email) === address : true,
  );
  const open = fitting.length > 0 ? fitting : sameName.filter((guest) => !guest.email);
  if (fitting.length === 0 && sameName.length > 1) return null; // the address tells them apart
  if (open.length <= 1) return open[0] ?? null;
  const samePhone = open.filter(
    (guest) => phoneKey(phone) && phoneKey(guest.phone) === phoneKey(phone),
  );
  return samePhone.length === 1 ? samePhone[0]! : 'several';
}

/** Guests of some names who are still there, with the key of their name. */
export const guestsCalled = (tx: Tx, names: readonly string[]) =>
  tx.sql<KnownGuest & { name_key: string }>(
    `select id, email_key as email, phone, name_key from donor where organization_id = $1 and kind = 'guest' and not has_left and name_key = any($2::text[])`,
    [tx.organizationId, [...new Set(names.map(nameKey))]],
  );

/** Guests of a name who are still there. */
const guestsNamed = (tx: Tx, name: string) =>
  tx.sql<Donor>(
    `select ${columns} from donor where organization_id = $1 and kind = 'guest' and not has_left and name_key = $2`,
    [tx.organizationId, nameKey(name)],
  );

/** The guest whom a person means, if there is one; null where it is somebody new, or where it could be several. */
export async function findGuest(tx: Tx, details: DonorDetails): Promise<Donor | null> {
  const found = guestAmong(
    await guestsNamed(tx, fullName(details.firstName, details.lastName)),
    details,
  );
  return found === 'several' ? null : found;
}

/**
 * The guest of that name and address (ruling 22), made where there is none; contact details that are given replace the old ones.
 * @throws Refused at the field that says which one, where several guests have the name
 */
export async function guestDonor(tx: Tx, details: DonorDetails): Promise<Donor> {
  const { firstName, lastName, email = null, phone = null } = details;
  const name = fullName(firstName, lastName);
  await lockChurch(tx, tx.organizationId!);
  const guests = await guestsNamed(tx, name);
  const known = guestAmong(guests, details);
  if (known === 'several') {
    const message = `${guests.length} guests are named ${name}. Please enter the email address${email ? ' and phone number' : ''} of the one who gave this.`;
    throw new Refused('conflict', message, {
      issues: [{ path: email ? 'guestPhone' : 'guestEmail', message }],
    });
  }
  if (known && (email ?? known.email) === known.email && (phone ?? known.phone) === known.phone)
    return known;
  const [row] = known
    ? await tx.sql<Donor>(
        `update donor set email = coalesce($3, email), phone = coalesce($4, phone) where organization_id = $1 and id = $2 returning ${columns}`,
        [tx.organizationId, known.id, email, phone],
      )
    : await tx.sql<Donor>(
        `insert into donor (organization_id, id, kind, name, name_key, first_name, last_name, email, phone)
         values ($1, $2, 'guest', $3, $4, $5, $6, $7, $8) returning ${columns}`,
        [tx.organizationId, newId(), name, nameKey(name), firstName, lastName, email, phone],
      );
  return row!;
}

/** Another telephone number of a guest, for all of their gifts. */
export async function keepPhone(tx: Tx, guestId: string, phone: string | null): Promise<void> {
  await tx.sql(
    `update donor set phone = $3 where organization_id = $1 and id = $2 and kind = 'guest'`,
    [tx.organizationId, guestId, phone],
  );
}

/** Under whom a donation stands that names nobody, so that the ledger always adds up. */
export async function unidentifiedDonor(tx: Tx): Promise<string> {
  await lockChurch(tx, tx.organizationId!);
  const [row] = await tx.sql<{ id: string }>(
    `insert into donor (organization_id, id, kind, name, name_key) values ($1, $2, 'unidentified', $3, $4)
     on conflict (organization_id) where kind = 'unidentified' do update set name = excluded.name returning id`,
    [tx.organizationId, newId(), unidentifiedGiver, nameKey(unidentifiedGiver)],
  );
  return row!.id;
}
