import { formatShort } from '#libs/calendar';
import type { Tx } from '#libs/database';
import { Refused } from '#libs/event-sourcing';
import { formatUsd } from '#libs/money';
import { findCurrentDonation, type DonationRow } from './donation.query.js';
import { selectTransactionId } from '../text.sql.js';
import { findHolder, insertSource } from './source.sql.js';

/**
 * Gives a restored donation of an import its transaction number again, so that later files find the
 * donation by it.
 * @throws Refused conflict, with the donation that has the number now
 */
export async function claimTransactionId(tx: Tx, gift: DonationRow): Promise<void> {
  if (gift.importId === null) return;
  // the event with which an import recorded a donation has the id of the donation
  const [text] = await selectTransactionId(tx, { eventId: gift.donationId });
  if (!text?.transactionId) return;
  const source = { sourceId: text.transactionId, donationId: gift.donationId };
  const [holder] = await findHolder(tx, source);
  if (holder) {
    const other = await findCurrentDonation(tx, holder.donationId);
    const otherGift = other
      ? `: ${formatUsd(other.amount)} of ${other.donorName} on ${formatShort(other.date)}`
      : ' by an import that is at work';
    throw new Refused(
      'conflict',
      `Its transaction ID, ${text.transactionId}, has been recorded since${otherGift}. ` +
        'Nothing was changed.',
      { donationId: holder.donationId },
    );
  }
  await insertSource(tx, { ...source, importId: gift.importId });
}
