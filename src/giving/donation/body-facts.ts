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

// What the body of a request says of the giver, the payment method and the campaign of a donation.

/** The guest whom the body of a new donation names. */
export const guestOf = (body: z.output<typeof createGuestDonation>) => ({
  firstName: body.guestFirstName,
  lastName: body.guestLastName,
  email: body.guestEmail ?? null,
  phone: body.guestPhone ? storedPhone(body.guestPhone) : null,
});

/** A guest's number in its stored form; a text that cannot be read as one is kept as it is. */
const storedPhone = (typed: string) => readPhone(typed) ?? typed;

/** A guest's donation stays a guest's, a member's a member's; an unidentified one may become either. */
export async function donorAfter(
  tx: Tx,
  row: DonationRow,
  body: z.output<typeof editDonation>,
): Promise<string> {
  if (
    row.kind !== 'member' &&
    (body.guestFirstName !== undefined ||
      body.guestLastName !== undefined ||
      body.guestEmail ||
      body.guestPhone)
  ) {
    const firstName =
      (body.guestFirstName === undefined ? row.firstName : body.guestFirstName) ?? '';
    const lastName = (body.guestLastName === undefined ? row.lastName : body.guestLastName) ?? '';
    if (fullName(firstName, lastName) === '') return namelessAfter(tx, row, body);
    // what the edit leaves out stays; an address or a number is replaced, not taken away
    const contact = {
      email: body.guestEmail ?? row.email,
      phone: body.guestPhone ? storedPhone(body.guestPhone) : row.phone,
    };
    const isSame =
      row.kind === 'guest' &&
      nameKey(fullName(firstName, lastName)) === nameKey(row.donorName) &&
      contact.email === row.email;
    if (!isSame) return (await findOrCreateGuest(tx, { firstName, lastName, ...contact })).id;
    if (contact.phone !== row.phone) await updateGuestPhone(tx, row.donorId, contact.phone);
    return row.donorId;
  }
  if (!body.userId || body.userId === row.donorId) return row.donorId;
  if (row.kind === 'guest')
    throw new Refused(
      'invalid',
      'This is a guest’s donation. Delete it and record it for the member instead.',
    );
  return (await requireMember(tx, body.userId)).id;
}

/** The giver of a donation that has no name after an edit: a guest of whom only the address was known stays one. */
async function namelessAfter(
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

/** The campaign of a donation after an edit. An edit without a title leaves it alone. */
export async function campaignAfter(
  tx: Tx,
  row: DonationRow,
  title: string | null | undefined,
): Promise<Partial<DonationFacts>> {
  if (title === undefined) return {};
  const { campaignId } = await findOrCreateCampaign(tx, title);
  return campaignId === row.campaignId ? {} : { campaignId };
}
