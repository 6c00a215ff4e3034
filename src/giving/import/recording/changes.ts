import { v5 as idFrom } from 'uuid';
import type { Tx } from '#libs/database';
import { currentBuildSql, Refused, type NewEvent } from '#libs/event-sourcing';
import { campaignsFor } from '../../campaign/campaigns.js';
import { sameGift, type DonationEvent, type GiftFacts } from '../../donation/donation.js';
import { giftOf, type RowWithFacts } from '../../donation/change.js';
import {
  currentDonation,
  deletedDonation,
  type DonationRow,
} from '../../donation/donation.query.js';
import { codec } from '../../events.js';
import { rowDonationId } from './import.js';
import type { ImportRecord } from '../review/import.query.js';

/** An accepted row that changes a gift: of the books (`like_donation`) or of a row of the same file (`like_row`). */
interface ChangeRow {
  row: number;
  like_row: number | null;
  like_donation: string | null;
  act: 'correct' | 'void';
  act_to: bigint;
  takes_back: boolean;
  campaign: string | null;
}

type Metadata = Parameters<typeof codec.encode>[2];

/** An event with the id that follows from the import's row, so that a commit that is begun again writes the same. */
const encode = (id: string, event: DonationEvent, metadata: Metadata): NewEvent =>
  codec.encode(id, event, metadata);

interface Change {
  donationId: string;
  before: GiftFacts;
  /** null: it is deleted */
  after: GiftFacts | null;
}

/**
 * Settles what the accepted rows of a draft change, under the church's lock: a commit that is begun again must write the same.
 * Several of one gift follow one another.
 */
export async function settleChanges(
  tx: Tx,
  record: ImportRecord,
  inFile: (row: number) => Promise<GiftFacts>,
): Promise<void> {
  const rows = await tx.sql<ChangeRow>(
    `select row, like_row, like_donation, act, act_to, takes_back, campaign from donation_import_row
      where organization_id = $1 and import_id = $2 and state = 'new' and act is not null order by row`,
    [tx.organizationId, record.id],
  );
  const gifts = new Map<string, GiftFacts>();
  const changes: Change[] = [];
  for (const { like_row, like_donation, act, act_to, takes_back, campaign } of rows) {
    const donationId = like_row === null ? like_donation! : rowDonationId(record.id, like_row);
    const before =
      gifts.get(donationId) ??
      (like_row === null ? giftOf(await standing(tx, donationId)) : await inFile(like_row));
    // a refund lessens a gift; a correction takes the fund of the file, too
    const [link] = takes_back || act === 'void' ? [] : await campaignsFor(tx, [campaign ?? '']);
    const after: GiftFacts | null =
      act === 'void'
        ? null
        : {
            ...before,
            amount: Number(act_to),
            ...(link ? { campaignId: link.campaignId, fundraiserId: link.fundraiserId } : {}),
          };
    if (after) gifts.set(donationId, after);
    changes.push({ donationId, before, after });
  }
  await tx.sql(
    `update donation_import_row r set act_change = c.change from unnest($3::int[], $4::json[]) c(row, change)
      where r.organization_id = $1 and r.import_id = $2 and r.row = c.row`,
    [
      tx.organizationId,
      record.id,
      rows.map(({ row }) => row),
      changes.map((change) => JSON.stringify(change)),
    ],
  );
}

/** What was settled, as facts of the import's own stream behind its gifts. */
export async function changesOf(
  tx: Tx,
  record: ImportRecord,
  metadata: Metadata,
): Promise<NewEvent[]> {
  const rows = await tx.sql<{ row: number; change: Change }>(
    `select row, act_change as change from donation_import_row
      where organization_id = $1 and import_id = $2 and state = 'new' and act is not null order by row`,
    [tx.organizationId, record.id],
  );
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
  const row = await currentDonation(tx, donationId);
  if (!row)
    throw new Refused(
      'conflict',
      'A gift that this import changes was deleted meanwhile. Please look at the preview again.',
    );
  return row;
}

/** Why each of these gifts changed, for its history, and under which number, so that the same refund is known again. */
export async function keepReasons(tx: Tx, record: ImportRecord, source: string): Promise<void> {
  const changes = `donation_import_row where organization_id = $1 and import_id = $2::uuid and state = 'new' and act is not null`;
  const eventId = `(left($2::text, 28) || lpad(to_hex(row), 8, '0'))::uuid`; // rowDonationId
  await tx.sql(
    `insert into giving_text (organization_id, event_id, reason)
     select $1, ${eventId}, $3 || ', row ' || row || case when takes_back then ': money was given back' else ': the file says otherwise now' end from ${changes}
     on conflict do nothing`,
    [tx.organizationId, record.id, `Import of ${record.file_name}`],
  );
  await tx.sql(
    `insert into donation_source (organization_id, source_id, import_id, donation_id, source, gross, refunded, fund, takes_back)
     select distinct on (1, 2, 3, 4, 9) $1::uuid, coalesce(source_id, refund_of), import_id, coalesce(like_donation, (left($2::text, 28) || lpad(to_hex(like_row), 8, '0'))::uuid), $3,
            case when takes_back then -amount else gross end, case when takes_back then 0 else refunded end, coalesce(campaign, ''), takes_back
       from ${changes} and coalesce(source_id, refund_of) is not null order by 1, 2, 3, 4, 9, row desc`,
    [tx.organizationId, record.id, source],
  );
}

/** A gift of the books that an import changed. */
export interface ChangedGift {
  /** as it is now: standing, or deleted */
  now: DonationRow;
  /** as it was before the import */
  before: GiftFacts;
  /** somebody changed it after the import */
  byHand: boolean;
}

/** What a committed import changed of gifts that it did not bring itself, by giver. */
export async function changedBy(tx: Tx, record: ImportRecord): Promise<ChangedGift[]> {
  const rows = await tx.sql<{ donation_id: string; first: number; last: number; latest: number }>(
    `select v.donation_id, min(v.version) filter (where left(v.event_id::text, 28) = left($2::text, 28)) as first,
            max(v.version) filter (where left(v.event_id::text, 28) = left($2::text, 28)) as last, max(v.version) as latest
       from donation_version v
      where v.organization_id = $1 and v.build = ${currentBuildSql('donations', '$1')} and v.import_id is distinct from $2::uuid
        and v.donation_id in (select like_donation from donation_import_row where organization_id = $1 and import_id = $2::uuid and state = 'new' and act is not null and like_row is null)
      group by v.donation_id`,
    [tx.organizationId, record.id],
  );
  const changed: ChangedGift[] = [];
  for (const { donation_id, first, last, latest } of rows) {
    const now =
      (await currentDonation(tx, donation_id)) ?? (await deletedDonation(tx, donation_id));
    const [before] = await tx.sql<RowWithFacts>(
      `select donor_id as "donorId", amount, date, payment_method as "paymentMethod",
              campaign_id as "campaignId", fundraiser_id as "fundraiserId"
         from donation_version where organization_id = $1 and build = ${currentBuildSql('donations', '$1')} and donation_id = $2 and version = $3`,
      [tx.organizationId, donation_id, first - 1],
    );
    if (now && before) changed.push({ now, before: giftOf(before), byHand: latest > last });
  }
  return changed.sort(
    (one, other) =>
      one.now.donorName.localeCompare(other.now.donorName) ||
      one.now.donationId.localeCompare(other.now.donationId),
  );
}

/** What puts these gifts back as they were before the import, as facts of its stream before the one that undoes it. */
export function puttingBack(
  record: ImportRecord,
  changed: ChangedGift[],
  metadata: Metadata,
): { events: NewEvent[]; reasons: string[] } {
  const events: NewEvent[] = [];
  for (const { now, before } of changed) {
    const donationId = now.donationId;
    const gift = giftOf(now);
    const id = (what: string) => idFrom(`${what} ${donationId}`, record.id);
    if (now.state === 'voided')
      events.push(
        encode(id('restore'), { type: 'DonationRestored', data: { donationId, gift } }, metadata),
      );
    if (!sameGift(gift, before)) {
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
