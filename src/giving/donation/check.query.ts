import type { z } from 'zod';
import type { GiftCheck, giftCheckQuery } from '#libs/contracts';
import { daysBetween } from '#libs/calendar';
import type { Tx } from '#libs/database';
import { toDecimal } from '#libs/money';
import { today } from '../../tenancy/index.js';
import { findGuest, findMemberDonor } from '../donor/donors.js';
import { findLikeGift, selectHabits } from './donation.sql.js';

/** Number of gifts in two years from which on a donor has a usual amount. */
const minGifts = 3;

/**
 * Finds what may be a mistake in a gift that a user is about to record: a date in the future, an
 * unusual amount, or a donation that it may repeat.
 * @returns also the donor's id; null if the donor is not known
 */
export async function checkGift(
  tx: Tx,
  {
    userId,
    guestFirstName,
    guestLastName,
    guestEmail,
    amount,
    date,
    transactionId,
  }: z.output<typeof giftCheckQuery>,
): Promise<GiftCheck & { donorId: string | null }> {
  const present = await today(tx, tx.organizationId!);
  const donor = userId
    ? await findMemberDonor(tx, userId)
    : await findGuest(tx, {
        firstName: guestFirstName ?? '',
        lastName: guestLastName ?? '',
        email: guestEmail,
      });
  const giftDate = date ?? present;
  const daysAhead = Math.max(0, daysBetween(present, giftDate));
  if (!donor)
    return { daysAhead, again: 0, usual: null, donorName: null, like: null, donorId: null };
  const habitParameters = { donorId: donor.id, amount, date: giftDate, today: present };
  const [row] = await selectHabits(tx, habitParameters);
  const usual = row!.gifts >= minGifts && row!.usual !== null ? toDecimal(row!.usual) : null;
  const [gift] = await findLikeGift(tx, {
    donorId: donor.id,
    amount,
    date: giftDate,
    transactionId: transactionId ?? null,
  });
  const like = gift ? { ...gift, amount: toDecimal(gift.amount) } : null;
  return { daysAhead, again: row!.again, usual, donorName: donor.name, like, donorId: donor.id };
}
