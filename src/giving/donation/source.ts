import { formatShort } from '#libs/calendar';
import type { Tx } from '#libs/database';
import { Refused } from '#libs/event-sourcing';
import { formatUsd } from '#libs/money';
import { currentDonation, deletedDonation, type DonationRow } from './donation.query.js';

/**
 * A restored gift of an import takes its transaction number again, which tells later files that it is here.
 * @throws Refused conflict, naming the gift that has the number now
 */
export async function takeSource(tx: Tx, gift: DonationRow): Promise<void> {
  if (gift.import_id === null) return;
  // what an import records has the gift's own id as its event's
  const [text] = await tx.sql<{ transaction_id: string | null }>('select transaction_id from giving_text where organization_id = $1 and event_id = $2', [tx.organizationId, gift.donation_id]);
  if (!text?.transaction_id) return;
  const [holder] = await tx.sql<{ donation_id: string }>('select donation_id from donation_source where organization_id = $1 and source_id = $2', [tx.organizationId, text.transaction_id]);
  if (holder && holder.donation_id !== gift.donation_id && !(await deletedDonation(tx, holder.donation_id))) {
    const other = await currentDonation(tx, holder.donation_id);
    const which = other ? `: ${formatUsd(other.amount)} of ${other.donor_name} on ${formatShort(other.date)}` : ' by an import that is at work';
    throw new Refused('conflict', `Its transaction ID, ${text.transaction_id}, has been recorded since${which}. Nothing was changed.`, { donationId: holder.donation_id });
  }
  await tx.sql(
    `insert into donation_source (organization_id, source_id, import_id, donation_id) values ($1, $2, $3, $4)
     on conflict (organization_id, source_id) do update set import_id = excluded.import_id, donation_id = excluded.donation_id`,
    [tx.organizationId, text.transaction_id, gift.import_id, gift.donation_id],
  );
}
