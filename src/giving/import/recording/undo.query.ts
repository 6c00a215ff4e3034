import type { UndoPreview } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { conflict } from '#libs/http';
import { toDecimal } from '#libs/money';
import { listGuestsOnlyOfImport } from '../../donor/donors.js';
import { changedBy } from './changes.js';
import type { ImportRecord } from '../review/import.query.js';
import { countDeletedDonations, listChangedDonations, sumStandingDonations } from './undo.sql.js';

/**
 * Returns what the undo would void. The donations that were corrected since come first.
 * @throws HttpError 409 for an import that is not committed
 */
export async function undoPreview(tx: Tx, record: ImportRecord): Promise<UndoPreview> {
  if (record.status !== 'committed')
    throw conflict(
      record.status === 'undone'
        ? 'This import is already undone.'
        : 'This import is not committed.',
    );
  const importId = record.id;
  const [standing] = await sumStandingDonations(tx, { importId });
  const [deleted] = await countDeletedDonations(tx, { importId });
  const corrected = await listChangedDonations(tx, { importId });
  return {
    donations: standing!.donations,
    amount: toDecimal(standing!.amount),
    corrected: corrected.map((row) => ({
      donationId: row.donationId,
      donorName: row.name,
      importedAmount: toDecimal(row.imported),
      currentAmount: toDecimal(row.current),
    })),
    alreadyVoided: deleted!.count,
    guests: await listGuestsOnlyOfImport(tx, record.id),
    changed: (await changedBy(tx, record)).map(({ now, before, byHand }) => ({
      donationId: now.donationId,
      donorName: now.donorName,
      beforeAmount: toDecimal(BigInt(before.amount)),
      currentAmount: now.state === 'voided' ? null : toDecimal(now.amount),
      byHand,
    })),
  };
}
