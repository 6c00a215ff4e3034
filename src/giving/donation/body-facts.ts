import type { z } from 'zod';
import type { createGuestDonation, editDonation } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { Refused } from '#libs/event-sourcing';
import { readPhone } from '#libs/phone';
import { findOrCreateCampaign } from '../campaign/campaigns.js';
import {
  fullName,
  findOrCreateGuest,
  updateGuestPhone,
  nameKey,
  requireMember,
  storeUnidentifiedDonor,
} from '../donor/donors.js';
import type { DonationFacts } from './donation.js';
import type { DonationRow } from './donation.query.js';

// Finds the donor and the campaign that the body of a request names.

/** Returns the name and contact data of the guest whom the body of a new donation names. */
export const toGuestDetails = (body: z.output<typeof createGuestDonation>) => ({
  firstName: body.guestFirstName,
  lastName: body.guestLastName,
  email: body.guestEmail ?? null,
  phone: body.guestPhone ? storedPhone(body.guestPhone) : null,
});

/** Returns a telephone number in its stored form. A text that is no number stays as it is. */
const storedPhone = (typed: string) => readPhone(typed) ?? typed;

/**
 * Finds the donor of a donation after an edit, and creates a guest if necessary. An edit cannot
 * turn a guest's donation into a member's or the reverse. The donation of an unidentified giver can
 * become either.
 * @returns the id of the donor
 */
export async function resolveDonor(
  tx: Tx,
  row: DonationRow,
  body: z.output<typeof editDonation>,
): Promise<string> {
  if (row.kind !== 'member' && namesGuest(body)) return resolveGuest(tx, row, body);
  if (!body.userId || body.userId === row.donorId) return row.donorId;
  if (row.kind === 'guest')
    throw new Refused(
      'invalid',
      'This is a guest’s donation. Delete it and record it for the member instead.',
    );
  return (await requireMember(tx, body.userId)).id;
}

const namesGuest = (body: z.output<typeof editDonation>): boolean =>
  body.guestFirstName !== undefined ||
  body.guestLastName !== undefined ||
  Boolean(body.guestEmail) ||
  Boolean(body.guestPhone);

/** Finds or creates the guest of a donation after an edit that names a guest. */
async function resolveGuest(
  tx: Tx,
  row: DonationRow,
  body: z.output<typeof editDonation>,
): Promise<string> {
  const firstName = (body.guestFirstName === undefined ? row.firstName : body.guestFirstName) ?? '';
  const lastName = (body.guestLastName === undefined ? row.lastName : body.guestLastName) ?? '';
  if (fullName(firstName, lastName) === '') return resolveNamelessGiver(tx, row, body);
  // An edit can replace an address or a number, but not remove it.
  const contact = {
    email: body.guestEmail ?? row.email,
    phone: body.guestPhone ? storedPhone(body.guestPhone) : row.phone,
  };
  const isSameGuest =
    row.kind === 'guest' &&
    nameKey(fullName(firstName, lastName)) === nameKey(row.donorName) &&
    contact.email === row.email;
  if (!isSameGuest) return (await findOrCreateGuest(tx, { firstName, lastName, ...contact })).id;
  if (contact.phone !== row.phone) await updateGuestPhone(tx, row.donorId, contact.phone);
  return row.donorId;
}

/**
 * Finds the donor of a donation whose giver has no name after an edit. It is the unidentified
 * giver, except for a guest of whom only the email address was and is known.
 */
async function resolveNamelessGiver(
  tx: Tx,
  row: DonationRow,
  body: z.output<typeof editDonation>,
): Promise<string> {
  if (row.kind === 'unidentified') return row.donorId;
  const wasNameless = row.email !== null && fullName(row.firstName, row.lastName) === '';
  if (!wasNameless || (body.guestEmail ?? row.email) !== row.email)
    return storeUnidentifiedDonor(tx);
  const phone = body.guestPhone ? storedPhone(body.guestPhone) : row.phone;
  if (phone !== row.phone) await updateGuestPhone(tx, row.donorId, phone);
  return row.donorId;
}

/** Finds or creates the campaign of a donation after an edit, if the edit changes the campaign. */
export async function resolveCampaign(
  tx: Tx,
  row: DonationRow,
  title: string | null | undefined,
): Promise<Partial<DonationFacts>> {
  if (title === undefined) return {};
  const { campaignId } = await findOrCreateCampaign(tx, title);
  return campaignId === row.campaignId ? {} : { campaignId };
}
