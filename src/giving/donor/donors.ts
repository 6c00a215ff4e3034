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
  deleteRememberedAnswers,
  insertGuest,
  listGuestsByNames,
  listGuestsMadeBy,
  listGuestsByName,
  updateLeftDonors,
  renameInLedger,
  selectMember,
  storeGuestPhone,
  insertOrRenameMember,
  storeUnidentified,
  updateGuest,
} from './donors.sql.js';

// Only this folder of giving stores names. The donor id of a member is the member's user id.

/** Name and contact data of a donor. */
export interface DonorDetails {
  firstName: string;
  lastName: string;
  email?: string | null;
  phone?: string | null;
}

export const fullName = (first: string | null, last: string | null) =>
  [first, last].filter(Boolean).join(' ');

/** Returns the key of a name. Names with the same key are the same name. */
export const nameKey = comparisonKey;

/**
 * Returns the name of a guest of whom only the email address is known. It says that the name is
 * missing, because an address is no name. The `nameKey` of such a guest is the address, so that
 * guests with different addresses are different guests (ruling 22).
 */
export const nameOfNameless = (email: string) => `No name (${email})`;

/** Creates or renames the donor of an approved user. The ledger gets the new name. */
export async function storeMemberDonor(
  tx: Tx,
  id: string,
  { firstName, lastName, email, phone }: DonorDetails,
): Promise<void> {
  const name = fullName(firstName, lastName) || (email ?? '');
  const existingDonors = await findDonor(tx, { id });
  if (existingDonors.length > 0) await lockChurch(tx, tx.organizationId!);
  await insertOrRenameMember(tx, {
    id,
    name,
    nameKey: nameKey(name),
    firstName,
    lastName,
    email: email ?? null,
    phone: phone ?? null,
  });
  if (existingDonors.length > 0) await renameInLedger(tx, { donorId: id, name });
}

export type Donor = Awaited<ReturnType<typeof selectMember>>[number];

/**
 * Records that a member has left the church. The name and the donations stay, the contact data is
 * erased, and no more donations can be recorded for the member.
 */
export async function markMemberLeft(tx: Tx, id: string): Promise<void> {
  await lockChurch(tx, tx.organizationId!);
  await markDonorsLeft(tx, [id]);
}

/** Records that donors have left the church, and deletes the remembered answers that name them. */
async function markDonorsLeft(tx: Tx, ids: string[]): Promise<void> {
  await updateLeftDonors(tx, { ids });
  await deleteRememberedAnswers(tx, { donorIds: ids });
}

/**
 * Lists the guests whom an import has created and who appear nowhere else: neither in a version of
 * a donation that is not of the import, nor in another import that is being recorded.
 */
export async function listGuestsOnlyOfImport(
  tx: Tx,
  importId: string,
): Promise<{ id: string; name: string }[]> {
  const guests = await listGuestsMadeBy(tx, { importId });
  if (guests.length === 0) return [];
  const params = { importId, ids: guests.map(({ id }) => id) };
  const used = new Set(
    [
      ...(await findDonorsOfOtherGifts(tx, params)),
      ...(await findDonorsBeingRecorded(tx, params)),
    ].map(({ id }) => id),
  );
  return guests.filter(({ id }) => !used.has(id));
}

/**
 * Marks the guests as left whom only this import, which was undone, has created. They keep their
 * names, because the history of their donations shows them.
 */
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

/** @throws Refused `Member is required` if the church has no such member */
export async function requireMember(tx: Tx, userId: string): Promise<Donor> {
  const member = await findMemberDonor(tx, userId);
  if (!member) throw new Refused('invalid', 'Member is required');
  return member;
}

/**
 * A guest whose name is that of a giver. Name and email address together identify a guest
 * (ruling 22).
 */
export interface KnownGuest {
  id: string;
  email: string | null;
  phone: string | null;
}

const addressKey = (email: string | null | undefined) => (email ? normalizeEmail(email) : null);

/**
 * Returns the last ten digits of a telephone number, without its extension; null for fewer than
 * seven digits, because they identify nobody. `phoneKeySql` returns these digits of a stored
 * number, also if they are few.
 */
export const phoneKey = (phone: string | null | undefined) => {
  const [number = ''] = (readPhone(phone ?? '') ?? phone ?? '').split(';ext=');
  const digits = number.replace(/\D/gu, '').slice(-10);
  return digits.length < 7 ? null : digits;
};

/**
 * Finds the guest who is a giver. If the giver has an email address, it is the guest with this
 * address, or the only guest of the name if that guest has no address. If the giver has no address,
 * it is the guest of the name. If these are several guests, the telephone number decides.
 * @param sameName the guests who have the name of the giver
 * @returns null for a new guest; `several` if a user has to decide
 */
export function matchGuest<Guest extends KnownGuest>(
  sameName: readonly Guest[],
  { email, phone }: { email?: string | null; phone?: string | null },
): Guest | 'several' | null {
  const address = addressKey(email);
  const sameAddress = sameName.filter((guest) =>
    address ? addressKey(guest.email) === address : true,
  );
  const candidates =
    sameAddress.length > 0 ? sameAddress : sameName.filter((guest) => !guest.email);
  if (sameAddress.length === 0 && sameName.length > 1) return null;
  if (candidates.length <= 1) return candidates[0] ?? null;
  const samePhone = candidates.filter(
    (guest) => phoneKey(phone) && phoneKey(guest.phone) === phoneKey(phone),
  );
  return samePhone.length === 1 ? samePhone[0]! : 'several';
}

/** Lists the guests who have one of the names and have not left, with the keys of their names. */
export const findGuestsByNames = (tx: Tx, names: readonly string[]) =>
  listGuestsByNames(tx, { nameKeys: [...new Set(names.map(nameKey))] });

/** Lists the guests who have a name and have not left. */
const findGuestsByName = (tx: Tx, name: string) => listGuestsByName(tx, { nameKey: nameKey(name) });

/** Finds the guest with a name and contact data; null for a new guest, or if it may be several. */
export async function findGuest(tx: Tx, details: DonorDetails): Promise<Donor | null> {
  const guests = await findGuestsByName(tx, fullName(details.firstName, details.lastName));
  const guest = matchGuest(guests, details);
  return guest === 'several' ? null : guest;
}

/**
 * Finds the guest with a name and an email address (ruling 22), and creates one if there is none.
 * Contact data in `details` replaces the stored contact data.
 * @throws Refused conflict if several guests match, with the field that the user must fill in
 */
export async function findOrCreateGuest(tx: Tx, details: DonorDetails): Promise<Donor> {
  const { firstName, lastName, email = null, phone = null } = details;
  const name = fullName(firstName, lastName);
  await lockChurch(tx, tx.organizationId!);
  const guests = await findGuestsByName(tx, name);
  const matchingGuest = matchGuest(guests, details);
  if (matchingGuest === 'several') {
    const phoneToo = email ? ' and phone number' : '';
    const message =
      `${guests.length} guests are named ${name}. ` +
      `Please enter the email address${phoneToo} of the one who gave this.`;
    throw new Refused('conflict', message, {
      issues: [{ path: email ? 'guestPhone' : 'guestEmail', message }],
    });
  }
  if (
    matchingGuest &&
    (email ?? matchingGuest.email) === matchingGuest.email &&
    (phone ?? matchingGuest.phone) === matchingGuest.phone
  )
    return matchingGuest;
  const [row] = matchingGuest
    ? await updateGuest(tx, { id: matchingGuest.id, email, phone })
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

/** Stores another telephone number of a guest. It applies to all donations of the guest. */
export async function updateGuestPhone(
  tx: Tx,
  guestId: string,
  phone: string | null,
): Promise<void> {
  await storeGuestPhone(tx, { id: guestId, phone });
}

/**
 * Returns the id of the unidentified giver, even if the church does not have this donor yet.
 * `storeUnidentifiedDonor` creates it.
 */
export async function findUnidentifiedId(tx: Tx): Promise<string> {
  const [row] = await findUnidentified(tx);
  return row?.id ?? idFrom('unidentified giver', tx.organizationId!);
}

/**
 * Returns the id of the unidentified giver, and creates this donor if the church does not have it.
 * It gets the donations without a known giver, so that the ledger equals the sum of all donations.
 */
export async function storeUnidentifiedDonor(tx: Tx): Promise<string> {
  await lockChurch(tx, tx.organizationId!);
  const [row] = await storeUnidentified(tx, {
    id: await findUnidentifiedId(tx),
    name: unidentifiedGiver,
    nameKey: nameKey(unidentifiedGiver),
  });
  return row!.id;
}
