import type { Tx } from '#libs/database';
import {
  fullName,
  findGuestsByNames,
  nameKey,
  nameOfNameless,
  storeUnidentifiedDonor,
} from '../../donor/donors.js';
import { withoutRowByRowJoins } from '../planner.js';
import { giverKey, guestFor, guestIdFor, isName } from './givers.js';
import {
  askAboutDonors,
  forgetAnswersHere,
  giveNamelessTo,
  hasNameless,
  insertGuests,
  learnContacts,
  listGone,
  listPlannedGuests,
  rememberGuests,
  replacePlannedGuests,
} from './guests.sql.js';

/**
 * Asks again about gifts whose donor no longer exists: a member has left, or the undo of an import
 * has removed a guest. Changes the givers of rows but not their verdicts: `classifyDraft` must
 * follow.
 */
export async function askAboutGone(tx: Tx, importId: string): Promise<void> {
  const missingDonors = await listGone(tx);
  if (missingDonors.length === 0) return;
  const donors = missingDonors.map(({ id }) => id);
  await forgetAnswersHere(tx, { importId, donors });
  await askAboutDonors(tx, { importId, donors, question: 'giverGone' });
}

type Planned = Awaited<ReturnType<typeof listPlannedGuests>>[number];

/** Lists the guests that the commit of a draft creates, each once. */
async function plannedGuests(tx: Tx, importId: string): Promise<Planned[]> {
  const planned = await withoutRowByRowJoins(tx, () => listPlannedGuests(tx, { importId }));
  // several givers of the file may be one guest, who has the name of the giver whose id it is
  const isNamesake = ({ donorId, giver }: Planned) => guestIdFor(importId, giver) === donorId;
  return [...Map.groupBy(planned, ({ donorId }) => donorId).values()].map(
    (all) => all.find(isNamesake) ?? all[0]!,
  );
}

/**
 * Groups the planned guests who are one guest by name and address. Only drafts that are older than
 * migration 0037 have several planned guests for one guest, because their names differ by an
 * apostrophe, for example.
 */
const groupByGuest = (guests: Planned[]): Planned[][] => [
  ...Map.groupBy(guests, (guest) =>
    guest.isApart ? guest.donorId : giverKey(identityOf(guest), guest.email),
  ).values(),
];

/**
 * Finds guests that were created since the preview, by name and address, as the preview would have
 * found them. Asks about givers who may be one of several guests. Changes the givers of rows but
 * not their verdicts: `classifyDraft` must follow. The caller has locked the church.
 */
export async function findGuestsAnew(tx: Tx, importId: string): Promise<void> {
  const guests = await plannedGuests(tx, importId);
  const guestsByName = Map.groupBy(
    await findGuestsByNames(tx, guests.map(identityOf)),
    (guest) => guest.nameKey,
  );
  const planned: string[] = [];
  const found: string[] = [];
  const unclear: string[] = [];
  for (const sameGuest of groupByGuest(guests)) {
    const guest = sameGuest[0]!;
    const sameName = guestsByName.get(nameKey(identityOf(guest))) ?? [];
    const matchingGuest = guest.isApart ? null : guestFor(sameName, guest);
    if (matchingGuest === 'several') {
      unclear.push(...sameGuest.map(({ donorId }) => donorId));
      continue;
    }
    const id = matchingGuest?.id ?? guest.donorId;
    for (const { donorId } of sameGuest.filter((other) => other.donorId !== id)) {
      planned.push(donorId);
      found.push(id);
    }
  }
  if (planned.length > 0)
    await withoutRowByRowJoins(tx, () => replacePlannedGuests(tx, { importId, planned, found }));
  if (unclear.length > 0)
    await askAboutDonors(tx, { importId, donors: unclear, question: 'severalGuests' });
}

/**
 * Creates the new guests of a file, and gives rows without a name to *Unidentified giver*. The ids
 * of the guests are derived from the import, so that a commit that starts again creates the same
 * guests. The caller has locked the church.
 */
export async function makeGuests(tx: Tx, importId: string): Promise<void> {
  const guests = await plannedGuests(tx, importId);
  await insertGuests(tx, {
    importId,
    ids: guests.map(({ donorId }) => donorId),
    names: guests.map((guest) =>
      hasName(guest) ? identityOf(guest) : nameOfNameless(identityOf(guest)),
    ),
    nameKeys: guests.map((guest) => nameKey(identityOf(guest))),
    firstNames: guests.map((guest) => (hasName(guest) ? guest.firstName : null)),
    lastNames: guests.map((guest) => (hasName(guest) ? guest.lastName : null)),
    emails: guests.map(({ email }) => email),
    phones: guests.map(({ phone }) => phone),
    areApart: guests.map(({ isApart }) => isApart),
  });
  await withoutRowByRowJoins(tx, async () => {
    await learnContacts(tx, { importId });
    await rememberGuests(tx, { importId });
  });
  const [nameless] = await hasNameless(tx, { importId });
  if (nameless!.hasNameless)
    await giveNamelessTo(tx, { importId, donorId: await storeUnidentifiedDonor(tx) });
}

/** Returns the name of a guest, or the email address if the name is not known. */
const identityOf = ({ firstName, lastName, email }: Planned) =>
  fullName(firstName, lastName) || (email ?? '');

const hasName = ({ firstName, lastName }: Planned) => isName(fullName(firstName, lastName));
