import type { z } from 'zod';
import type { GiftCheck, giftCheckQuery } from '#libs/contracts';
import { daysBetween } from '#libs/calendar';
import type { Tx } from '#libs/database';
import { toDecimal } from '#libs/money';
import { today } from '../../tenancy/index.js';
import { findGuest, findMemberDonor } from '../donor/donors.js';
import { findLikeGift, selectHabits } from './donation.sql.js';

/** From how many gifts on somebody usually gives something. */
const enough = 3;

/** What may be a slip in a gift that is about to be recorded; with the giver's id, if they are known. */
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
  const now = await today(tx, tx.organizationId!);
  const donor = userId
    ? await findMemberDonor(tx, userId)
    : await findGuest(tx, {
        firstName: guestFirstName ?? '',
        lastName: guestLastName ?? '',
        email: guestEmail,
      });
  const on = date ?? now;
  const daysAhead = Math.max(0, daysBetween(now, on));
  if (!donor)
    return { daysAhead, again: 0, usual: null, donorName: null, like: null, donorId: null };
  const [row] = await selectHabits(tx, { donorId: donor.id, amount, date: on, today: now });
  const usual = row!.gifts >= enough && row!.usual !== null ? toDecimal(row!.usual) : null;
  const [gift] = await findLikeGift(tx, {
    donorId: donor.id,
    amount,
    date: on,
    transactionId: transactionId ?? null,
  });
  const like = gift ? { ...gift, amount: toDecimal(gift.amount) } : null;
  return { daysAhead, again: row!.again, usual, donorName: donor.name, like, donorId: donor.id };
}
