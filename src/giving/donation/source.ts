import { formatShort } from '#libs/calendar';
import type { Tx } from '#libs/database';
import { Refused } from '#libs/event-sourcing';
import { formatUsd } from '#libs/money';
import { findCurrentDonation, type DonationRow } from './donation.query.js';
import { selectTransactionId } from '../text.sql.js';
import { findHolder, insertSource } from './source.sql.js';

/**
 * A restored gift of an import takes its transaction number again, which tells later files that it is here.
 * @throws Refused conflict, naming the gift that has the number now
 */
export async function takeSource(tx: Tx, gift: DonationRow): Promise<void> {
  if (gift.importId === null) return;
  // what an import records has the gift's own id as its event's
  const [text] = await selectTransactionId(tx, { eventId: gift.donationId });
  if (!text?.transactionId) return;
  const source = { sourceId: text.transactionId, donationId: gift.donationId };
  const [holder] = await findHolder(tx, source);
  if (holder) {
    const other = await findCurrentDonation(tx, holder.donationId);
    const which = other
      ? `: ${formatUsd(other.amount)} of ${other.donorName} on ${formatShort(other.date)}`
      : ' by an import that is at work';
    throw new Refused(
      'conflict',
      `Its transaction ID, ${text.transactionId}, has been recorded since${which}. Nothing was changed.`,
      { donationId: holder.donationId },
    );
  }
  await insertSource(tx, { ...source, importId: gift.importId });
}
