import { v5 as idFrom } from 'uuid';
import type { Tx } from '#libs/database';
import { Refused, type NewEvent } from '#libs/event-sourcing';
import { findOrCreateCampaigns } from '../../campaign/campaigns.js';
import { haveSameFacts, type DonationEvent, type DonationFacts } from '../../donation/donation.js';
import { toDonationFacts } from '../../donation/change.js';
import {
  findCurrentDonation,
  findDeletedDonation,
  type DonationRow,
} from '../../donation/donation.query.js';
import { codec } from '../../events.js';
import { rowDonationId } from '../row-donation-id.js';
import type { ImportRecord } from '../review/import.query.js';
import {
  findVersion,
  keepChangeReasons,
  keepChangeSources,
  listAcceptedRows,
  listChangedDonationIds,
  listChanges,
  listVersionsOfChange,
  storeChanges,
  type Change,
} from './changes.sql.js';

type Metadata = Parameters<typeof codec.encode>[2];

/**
 * Encodes an event of a commit or an undo. The caller derives `id` from the row or the donation, so
 * that a commit or an undo that starts again writes the same event.
 */
const encode = (id: string, event: DonationEvent, metadata: Metadata): NewEvent =>
  codec.encode(id, event, metadata);

/**
 * Decides what the accepted rows of a draft change, and stores it, because a commit that starts
 * again must write the same events. Several changes of one gift build on one another. The caller
 * has locked the church.
 */
export async function settleChanges(
  tx: Tx,
  record: ImportRecord,
  inFile: (row: number) => Promise<DonationFacts>,
): Promise<void> {
  const importId = record.id;
  const rows = await listAcceptedRows(tx, { importId });
  const gifts = new Map<string, DonationFacts>();
  const changes: Change[] = [];
  for (const row of rows) {
    const { matchingRow, matchingDonation } = row;
    const donationId =
      matchingRow === null ? matchingDonation! : rowDonationId(importId, matchingRow);
    const load = async () =>
      matchingRow === null ? toDonationFacts(await standing(tx, donationId)) : inFile(matchingRow);
    const before = gifts.get(donationId) ?? (await load());
    const after = row.proposedAction === 'void' ? null : await correctGift(tx, before, row);
    if (after) gifts.set(donationId, after);
    changes.push({ donationId, before, after });
  }
  await storeChanges(tx, {
    importId,
    rows: rows.map(({ row }) => row),
    changes: changes.map((change) => JSON.stringify(change)),
  });
}

type AcceptedRow = Awaited<ReturnType<typeof listAcceptedRows>>[number];

/**
 * Returns a gift as an accepted row corrects it. A refund changes only the amount. Another
 * correction also sets the fund that the file names.
 */
async function correctGift(
  tx: Tx,
  gift: DonationFacts,
  { proposedAmount, takesBack, campaign }: AcceptedRow,
): Promise<DonationFacts> {
  const amount = Number(proposedAmount);
  if (takesBack) return { ...gift, amount };
  const [campaignLink] = await findOrCreateCampaigns(tx, [campaign ?? '']);
  return { ...gift, amount, ...(campaignLink ? { campaignId: campaignLink.campaignId } : {}) };
}

/** Returns the prepared changes as events, which follow the gifts in the stream of the import. */
export async function changesOf(
  tx: Tx,
  record: ImportRecord,
  metadata: Metadata,
): Promise<NewEvent[]> {
  const rows = await listChanges(tx, { importId: record.id });
  return rows.map(({ row, change: { donationId, before, after } }) =>
    encode(
      rowDonationId(record.id, row),
      after
        ? { type: 'DonationCorrected', data: { donationId, before, after, textChanged: false } }
        : { type: 'DonationVoided', data: { donationId, before } },
      metadata,
    ),
  );
}

async function standing(tx: Tx, donationId: string): Promise<DonationRow> {
  const row = await findCurrentDonation(tx, donationId);
  if (!row)
    throw new Refused(
      'conflict',
      'A gift that this import changes was deleted meanwhile. Please look at the preview again.',
    );
  return row;
}

/**
 * Stores why gifts changed, for their histories, and the numbers of the rows, so that the same
 * refund is recognized.
 */
export async function keepReasons(tx: Tx, record: ImportRecord, source: string): Promise<void> {
  const importId = record.id;
  await keepChangeReasons(tx, { importId, reason: `Import of ${record.fileName}` });
  await keepChangeSources(tx, { importId, source });
}

/** A recorded gift that an import changed. */
export interface ChangedGift {
  /** as it is now, or was when it was deleted */
  now: DonationRow;
  /** as it was before the import */
  before: DonationFacts;
  /** whether a user changed it after the import */
  byHand: boolean;
}

/** Lists the older gifts that an import changed, by giver. */
export async function changedBy(tx: Tx, record: ImportRecord): Promise<ChangedGift[]> {
  const importId = record.id;
  const donations = (await listChangedDonationIds(tx, { importId })).map(
    ({ donationId }) => donationId,
  );
  if (donations.length === 0) return [];
  const rows = await listVersionsOfChange(tx, { importId, donations });
  const changed: ChangedGift[] = [];
  for (const { donationId, first, last, latest } of rows) {
    const now =
      (await findCurrentDonation(tx, donationId)) ?? (await findDeletedDonation(tx, donationId));
    const [before] = await findVersion(tx, { donationId, version: first - 1 });
    if (now && before)
      changed.push({ now, before: toDonationFacts(before), byHand: latest > last });
  }
  return changed.sort(
    (a, b) =>
      a.now.donorName.localeCompare(b.now.donorName) ||
      a.now.donationId.localeCompare(b.now.donationId),
  );
}

/**
 * Returns the events that restore gifts as they were before the import. They precede the undo in
 * the stream of the import.
 */
export function createRestoringEvents(
  record: ImportRecord,
  changed: ChangedGift[],
  metadata: Metadata,
): { events: NewEvent[]; reasons: string[] } {
  const events: NewEvent[] = [];
  for (const { now, before } of changed) {
    const donationId = now.donationId;
    const gift = toDonationFacts(now);
    const id = (action: string) => idFrom(`${action} ${donationId}`, record.id);
    if (now.state === 'voided')
      events.push(
        encode(id('restore'), { type: 'DonationRestored', data: { donationId, gift } }, metadata),
      );
    if (!haveSameFacts(gift, before)) {
      events.push(
        encode(
          id('put back'),
          {
            type: 'DonationCorrected',
            data: { donationId, before: gift, after: before, textChanged: false },
          },
          metadata,
        ),
      );
    }
  }
  return { events, reasons: events.map(({ id }) => id) };
}
