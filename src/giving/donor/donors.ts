import { v5 as idFrom, v7 as newId } from 'uuid';
import { comparisonKey, normalizeEmail, unidentifiedGiver } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { lockChurch, Refused } from '#libs/event-sourcing';
import { readPhone } from '#libs/phone';
import {
  findUnidentified,
  findDonor,
  findDonorsBeingRecorded,
  findDonorsOfOtherGifts,
  forgetAnswers,
  insertGuest,
  listGuestsByNames,
  listGuestsMadeBy,
  listGuestsByName,
  markLeft,
  renameInLedger,
  selectMember,
  storeGuestPhone,
  storeMember,
  storeUnidentified,
  updateGuest,
} from './donors.sql.js';

/** The only place in giving that knows names. A member's donor id is their user id. */
export interface DonorDetails {
  firstName: string;
  lastName: string;
  email?: string | null;
  phone?: string | null;
}

export const fullName = (first: string | null, last: string | null) =>
  [first, last].filter(Boolean).join(' ');

/** Names with the same key count as the same. */
export const nameKey = comparisonKey;

/**
 * Returns the name under which lists show a guest of whom only the email address is known. It says that the name is
 * missing, because an address is no name. The `nameKey` of such a guest is the address, so that ruling 22 tells them apart.
 */
export const nameOfNameless = (email: string) => `No name (${email})`;

/** Makes or renames the donor of an approved member; the ledger shows today's names. */
export async function storeMemberDonor(
  tx: Tx,
  id: string,
  { firstName, lastName, email, phone }: DonorDetails,
): Promise<void> {
  const name = fullName(firstName, lastName) || (email ?? '');
  const known = await findDonor(tx, { id });
  if (known.length > 0) await lockChurch(tx, tx.organizationId!);
  await storeMember(tx, {
    id,
    name,
    nameKey: nameKey(name),
    firstName,
    lastName,
    email: email ?? null,
    phone: phone ?? null,
  });
  if (known.length > 0) await renameInLedger(tx, { donorId: id, name });
}

export type Donor = Awaited<ReturnType<typeof selectMember>>[number];

/** A member who left keeps their name and their gifts; how to reach them is erased, and nothing new is recorded for them. */
export async function markMemberLeft(tx: Tx, id: string): Promise<void> {
  await lockChurch(tx, tx.organizationId!);
  await markDonorsLeft(tx, [id]);
}

/** Nothing new is recorded for them, and no file's giver is taken for them anymore. */
async function markDonorsLeft(tx: Tx, ids: string[]): Promise<void> {
  await markLeft(tx, { ids });
  await forgetAnswers(tx, { donorIds: ids });
}

/**
 * Lists the guests whom only this import has created: no donation of another kind, standing or
 * not, names them, nor does an import that is being recorded.
 */
export async function listGuestsOnlyOfImport(
  tx: Tx,
  importId: string,
): Promise<{ id: string; name: string }[]> {
  const guests = await listGuestsMadeBy(tx, { importId });
  if (guests.length === 0) return [];
  const asked = { importId, ids: guests.map(({ id }) => id) };
  const used = new Set(
    [
      ...(await findDonorsOfOtherGifts(tx, asked)),
      ...(await findDonorsBeingRecorded(tx, asked)),
    ].map(({ id }) => id),
  );
  return guests.filter(({ id }) => !used.has(id));
}

/** Takes guests away whom only an import made that was undone. The history of their gifts names them. */
export async function removeGuestsOfImport(tx: Tx, importId: string): Promise<void> {
  const guests = await listGuestsOnlyOfImport(tx, importId);
  if (guests.length > 0)
    await markDonorsLeft(
      tx,
      guests.map(({ id }) => id),
    );
}

export async function findMemberDonor(tx: Tx, userId: string): Promise<Donor | null> {
  return (await selectMember(tx, { id: userId }))[0] ?? null;
}

/** @throws Refused `Member is required` when this is no member of the church */
export async function requireMember(tx: Tx, userId: string): Promise<Donor> {
  const member = await findMemberDonor(tx, userId);
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
 * SQL computes the same from a stored number (`phoneKeySql`).
 */
export const phoneKey = (phone: string | null | undefined) => {
  const [number = ''] = (readPhone(phone ?? '') ?? phone ?? '').split(';ext=');
  const digits = number.replace(/\D/gu, '').slice(-10);
  return digits.length < 7 ? null : digits;
};

/**
 * Which of the guests of one name is meant: the one with that address; where one side has no address, the only one of that name.
 * @returns null for somebody new, `several` where a person has to say which; an address that none of them has is somebody new
 */
export function matchGuest<Guest extends KnownGuest>(
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
export const findGuestsByNames = (tx: Tx, names: readonly string[]) =>
  listGuestsByNames(tx, { nameKeys: [...new Set(names.map(nameKey))] });

/** Guests of a name who are still there. */
const guestsNamed = (tx: Tx, name: string) => listGuestsByName(tx, { nameKey: nameKey(name) });

/** The guest whom a person means, if there is one; null where it is somebody new, or where it could be several. */
export async function findGuest(tx: Tx, details: DonorDetails): Promise<Donor | null> {
  const found = matchGuest(
    await guestsNamed(tx, fullName(details.firstName, details.lastName)),
    details,
  );
  return found === 'several' ? null : found;
}

/**
 * The guest of that name and address (ruling 22), made where there is none; contact details that are given replace the old ones.
 * @throws Refused at the field that says which one, where several guests have the name
 */
export async function findOrCreateGuest(tx: Tx, details: DonorDetails): Promise<Donor> {
  const { firstName, lastName, email = null, phone = null } = details;
  const name = fullName(firstName, lastName);
  await lockChurch(tx, tx.organizationId!);
  const guests = await guestsNamed(tx, name);
  const known = matchGuest(guests, details);
  if (known === 'several') {
    const message = `${guests.length} guests are named ${name}. Please enter the email address${email ? ' and phone number' : ''} of the one who gave this.`;
    throw new Refused('conflict', message, {
      issues: [{ path: email ? 'guestPhone' : 'guestEmail', message }],
    });
  }
  if (known && (email ?? known.email) === known.email && (phone ?? known.phone) === known.phone)
    return known;
  const [row] = known
    ? await updateGuest(tx, { id: known.id, email, phone })
    : await insertGuest(tx, {
        id: newId(),
        name,
        nameKey: nameKey(name),
        firstName,
        lastName,
        email,
        phone,
      });
  return row!;
}

/** Another telephone number of a guest, for all of their gifts. */
export async function updateGuestPhone(
  tx: Tx,
  guestId: string,
  phone: string | null,
): Promise<void> {
  await storeGuestPhone(tx, { id: guestId, phone });
}

/**
 * The id of the donor under whom donations stand that name nobody, also before the church has that donor.
 * `storeUnidentifiedDonor` creates it.
 */
export async function findUnidentifiedId(tx: Tx): Promise<string> {
  const [row] = await findUnidentified(tx);
  return row?.id ?? idFrom('unidentified giver', tx.organizationId!);
}

/** Under whom a donation stands that names nobody, so that the ledger always adds up. */
export async function storeUnidentifiedDonor(tx: Tx): Promise<string> {
  await lockChurch(tx, tx.organizationId!);
  const [row] = await storeUnidentified(tx, {
    id: await findUnidentifiedId(tx),
    name: unidentifiedGiver,
    nameKey: nameKey(unidentifiedGiver),
  });
  return row!.id;
}
