import { formatShort } from '#libs/calendar';
import type { Tx } from '#libs/database';
import { currentBuildSql, Refused } from '#libs/event-sourcing';
import { formatUsd } from '#libs/money';
import { currentDonation, type DonationRow } from './donation.query.js';

/**
 * A restored gift of an import takes its transaction number again, which tells later files that it is here.
 * @throws Refused conflict, naming the gift that has the number now
 */
export async function takeSource(tx: Tx, gift: DonationRow): Promise<void> {
  if (gift.import_id === null) return;
  // what an import records has the gift's own id as its event's
  const [text] = await tx.sql<{ transaction_id: string | null }>(
    'select transaction_id from giving_text where organization_id = $1 and event_id = $2',
    [tx.organizationId, gift.donation_id],
  );
  if (!text?.transaction_id) return;
  // what has the number and stood not beside this one before: parts of a split gift did, and what a person took as another gift
  const versions = `donation_version v where v.organization_id = $1 and v.build = ${currentBuildSql('donations', '$1')}`;
  const [holder] = await tx.sql<{ donation_id: string }>(
    `select s.donation_id from donation_source s
      where s.organization_id = $1 and s.source_id = $2 and s.donation_id <> $3 and not s.takes_back
        and not exists (
          select 1 from ${versions} and v.donation_id = s.donation_id and v.state = 'given'
             and (select max(d.from_journal) from donation_version d where d.organization_id = v.organization_id and d.build = v.build and d.donation_id = $3)
                 between v.from_journal and coalesce(v.to_journal, 9223372036854775807))
        and coalesce((select v.state from ${versions} and v.donation_id = s.donation_id order by v.version desc limit 1) <> 'voided', true)`,
    [tx.organizationId, text.transaction_id, gift.donation_id],
  );
  if (holder) {
    const other = await currentDonation(tx, holder.donation_id);
    const which = other
      ? `: ${formatUsd(other.amount)} of ${other.donor_name} on ${formatShort(other.date)}`
      : ' by an import that is at work';
    throw new Refused(
      'conflict',
      `Its transaction ID, ${text.transaction_id}, has been recorded since${which}. Nothing was changed.`,
      { donationId: holder.donation_id },
    );
  }
  await tx.sql(
    `insert into donation_source (organization_id, source_id, import_id, donation_id) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [tx.organizationId, text.transaction_id, gift.import_id, gift.donation_id],
  );
}
