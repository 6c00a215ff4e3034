import type { UndoPreview } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';
import { conflict } from '#libs/http';
import { toDecimal } from '#libs/money';
import { guestsOnlyOf } from '../../donor/donors.js';
import { changedBy } from './changes.js';
import type { ImportRecord } from '../review/import.query.js';

/** What undoing would void, those that were corrected since first of all. @throws HttpError 409 for an import that does not stand */
export async function undoPreview(tx: Tx, record: ImportRecord): Promise<UndoPreview> {
  if (record.status !== 'committed')
    throw conflict(
      record.status === 'undone'
        ? 'This import is already undone.'
        : 'This import is not committed.',
    );
  const versions = `donation_version v where v.organization_id = $1 and v.build = ${currentBuildSql('donations', '$1')} and v.import_id = $2`;
  const [standing] = await tx.sql<{ donations: number; amount: bigint }>(
    `select count(*)::int as donations, coalesce(sum(amount), 0)::bigint as amount from ${versions} and v.to_journal is null`,
    [tx.organizationId, record.id],
  );
  const [voided] = await tx.sql<{ count: number }>(
    `select count(*)::int as count from ${versions} and v.state = 'voided'`,
    [tx.organizationId, record.id],
  );
  const corrected = await tx.sql<{
    donation_id: string;
    name: string;
    imported: bigint;
    current: bigint;
  }>(
    `select now.donation_id, o.name, first.amount as imported, now.amount as current
       from (select * from ${versions} and v.to_journal is null and v.version > 1) now
       join donation_version first on first.organization_id = $1 and first.build = now.build and first.donation_id = now.donation_id and first.version = 1
       join donor o on o.organization_id = $1 and o.id = now.donor_id order by o.name_key, now.donation_id`,
    [tx.organizationId, record.id],
  );
  return {
    donations: standing!.donations,
    amount: toDecimal(standing!.amount),
    corrected: corrected.map((row) => ({
      donationId: row.donation_id,
      donorName: row.name,
      importedAmount: toDecimal(row.imported),
      currentAmount: toDecimal(row.current),
    })),
    alreadyVoided: voided!.count,
    guests: await guestsOnlyOf(tx, record.id),
    changed: (await changedBy(tx, record)).map(({ now, before, byHand }) => ({
      donationId: now.donationId,
      donorName: now.donorName,
      beforeAmount: toDecimal(BigInt(before.amount)),
      currentAmount: now.state === 'voided' ? null : toDecimal(now.amount),
      byHand,
    })),
  };
}
