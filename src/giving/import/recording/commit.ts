import { v5 as idFrom } from 'uuid';
import type { Tx } from '#libs/database';
import {
  currentBuildSql,
  type EventMetadata,
  lockChurchPatiently,
  type NewEvent,
  noStream,
  type RoutedStore,
  type StoredEvent,
} from '#libs/event-sourcing';
import { correlation } from '#libs/http';
import type { PaymentMethod } from '#libs/contracts';
import { campaignsFor } from '../../campaign/campaigns.js';
import { releaseGuestsOf } from '../../donor/donors.js';
import { codec, streamOf } from '../../events.js';
import { isPublished } from '../../journal/journal.js';
import type { GiftFacts } from '../../donation/donation.js';
import { changedBy, changesOf, keepReasons, puttingBack, settleChanges } from './changes.js';
import { askAboutGone, findGuestsAnew, makeGuests } from '../givers/guests.js';
import { importDecider, rowDonationId, type ImportState } from './import.js';
import type { ImportRecord } from '../review/import.query.js';
import type { TextName } from '../../text.js';
import { sameIn } from '../review/drafts.js';
import { markDuplicates, type Draft } from '../classification/same.js';

/** A few megabytes of rows and events: what is gone again soon costs the collector of memory least. */
const batchSize = 1_000;

interface NewRow {
  row: number;
  donor_id: string;
  amount: bigint;
  date: string;
  payment_method: PaymentMethod;
  campaign: string | null;
  has_notes: boolean;
  has_transaction_id: boolean;
}

/**
 * Publishes a draft in the open transaction: settles what it brings, then the rows as events of the import's own
 * stream, then the commit marker. Every id follows from the import's, so that a commit that was cut off goes on.
 * @returns where the import's stream ends now; null when something was found to be here already since the preview:
 *   nothing was written then
 */
export async function commitImport(
  tx: Tx,
  store: RoutedStore,
  record: ImportRecord,
  onProgress: (done: number) => void,
): Promise<{ revision: number } | null> {
  const organizationId = tx.organizationId!;
  if (!record.decided && !(await decide(tx, record))) return null;
  // elsewhere the append does not wait for this transaction: what it goes by has to outlive a crash
  if (!(await store.of(organizationId)).capabilities.joinsTransaction) {
    await tx.sql(
      'update donation_import set decided = true where organization_id = $1 and id = $2',
      [organizationId, record.id],
    );
  }
  const [sum] = await tx.sql<{ donations: number; amount: bigint; changes: number }>(
    `select count(*) filter (where act is null)::int as donations, coalesce(sum(amount) filter (where act is null), 0)::bigint as amount,
            count(*) filter (where act is not null)::int as changes
       from donation_import_row where organization_id = $1 and import_id = $2 and state = 'new'`,
    [organizationId, record.id],
  );
  const draft: ImportState = { is: 'draft' };
  const marker = importDecider.decide(
    {
      do: 'commit',
      importId: record.id,
      donations: sum!.donations,
      amount: Number(sum!.amount),
      changes: sum!.changes,
    },
    draft,
  );
  const metadata = {
    actor: record.committed_by,
    correlation: correlation(),
    cause: 'import.commit',
  };
  const { events } = await store.bulkAppend(
    organizationId,
    streamOf(organizationId, 'import', record.id),
    noStream,
    batches(),
  );
  const { stream, revision } = events.at(-1)!;
  await assertInBooks(tx, { importId: record.id, stream, revision, donations: sum!.donations });
  return { revision };

  async function* batches(): AsyncGenerator<NewEvent[]> {
    const from = (after: number) =>
      tx.sql<NewRow>(
        `select row, donor_id, amount, date, payment_method, campaign, notes is not null as has_notes,
                source_id is not null as has_transaction_id
           from donation_import_row
          where organization_id = $1 and import_id = $2 and state = 'new' and act is null and row > $3 order by row limit ${batchSize}`,
        [organizationId, record.id, after],
      );
    let next = from(0);
    for (let done = 0, isLast = false; !isLast;) {
      const rows = await next;
      isLast = rows.length < batchSize;
      if (!isLast) {
        next = from(rows.at(-1)!.row); // on its way while the events of these are made
        next.catch(() => undefined); // told by whoever waits for it, unless something fails before
      }
      if (rows.length > 0) yield await toEvents(tx, record.id, rows, metadata);
      done += rows.length;
      onProgress(done);
    }
    if (sum!.changes > 0) yield await changesOf(tx, record, { ...metadata, texts: ['reason'] });
    yield marker.map((event) => codec.encode(idFrom('commit', record.id), event, metadata));
  }
}

/** The events of an import or of its undo are stored, but the books do not show all that follows from them. */
export class ImportIncomplete extends Error {}

/**
 * Counts what the projections made of an import. That its events are stored, or that a checkpoint is beyond them, does
 * not prove it.
 * @param imported the stream and revision of its marker, and the number of donations in it
 * @throws ImportIncomplete
 */
async function assertInBooks(
  tx: Tx,
  imported: { importId: string; stream: string; revision: number; donations: number },
): Promise<void> {
  const { importId, stream, revision, donations } = imported;
  const [found] = await tx.sql<{ donations: number }>(
    `select count(*)::int as donations from donation_version
      where organization_id = $1 and build = ${currentBuildSql('donations', '$1')} and import_id = $2 and version = 1`,
    [tx.organizationId, importId],
  );
  if (found!.donations !== donations)
    throw new ImportIncomplete(
      `Import ${importId} has ${donations} donations; the books have ${found!.donations} of them.`,
    );
  if (!(await isPublished(tx, stream, revision)))
    throw new ImportIncomplete(`Import ${importId} has no journal entry.`);
}

/** Under the church's lock: what is here already, who the guests are, which campaigns, and that these source ids are taken. */
async function decide(tx: Tx, record: ImportRecord): Promise<boolean> {
  await lockChurchPatiently(tx, tx.organizationId!);
  if ((await askAboutGone(tx, record.id)) > 0 || !(await findGuestsAnew(tx, record.id)))
    return false;
  if ((await markDuplicates(tx, sameIn(record))) > 0) return false;
  await makeGuests(tx, record.id);
  await makeCampaigns(tx, record.id);
  await settleChanges(tx, record, (row) => inFile(tx, record.id, row));
  await keepSourcesAndTexts(tx, sameIn(record));
  await keepReasons(tx, record, sameIn(record).source);
  return true;
}

async function inFile(tx: Tx, importId: string, row: number): Promise<GiftFacts> {
  const [gift] = await tx.sql<NewRow>(
    `select row, donor_id, amount, date, payment_method, campaign, notes is not null as has_notes,
            source_id is not null as has_transaction_id
       from donation_import_row
      where organization_id = $1 and import_id = $2 and row = $3`,
    [tx.organizationId, importId, row],
  );
  return factsOf(gift!, (await campaignsFor(tx, [gift!.campaign ?? '']))[0]!);
}

async function makeCampaigns(tx: Tx, importId: string): Promise<void> {
  const rows = await tx.sql<{ title: string }>(
    `select distinct coalesce(campaign, '') as title from donation_import_row where organization_id = $1 and import_id = $2 and state = 'new'`,
    [tx.organizationId, importId],
  );
  await campaignsFor(
    tx,
    rows.map(({ title }) => title),
  );
}

async function toEvents(
  tx: Tx,
  importId: string,
  rows: NewRow[],
  metadata: EventMetadata,
): Promise<NewEvent[]> {
  const metadataOf = metadataByTexts(metadata);
  const titles = [...new Set(rows.map((row) => row.campaign ?? ''))];
  const links = new Map(
    (await campaignsFor(tx, titles)).map((link, index) => [titles[index]!, link]),
  );
  return rows.map((row) => {
    const donationId = rowDonationId(importId, row.row);
    const gift = factsOf(row, links.get(row.campaign ?? '')!);
    return {
      ...codec.encode(
        donationId,
        { type: 'DonationRecorded', data: { donationId, gift, importId } },
        emptyMetadata,
      ),
      metadata: metadataOf(row),
    };
  });
}

/** Rows share four texts of metadata, by the texts that they have. */
function metadataByTexts(metadata: EventMetadata): (row: NewRow) => string {
  const withTexts = (texts: TextName[]) =>
    JSON.stringify(texts.length > 0 ? { ...metadata, texts } : metadata);
  const none = withTexts([]);
  const notes = withTexts(['notes']);
  const transactionId = withTexts(['transactionId']);
  const both = withTexts(['notes', 'transactionId']);
  return (row) => {
    if (row.has_notes) return row.has_transaction_id ? both : notes;
    return row.has_transaction_id ? transactionId : none;
  };
}

const factsOf = (
  row: NewRow,
  { campaignId, fundraiserId }: { campaignId: string; fundraiserId: string | null },
): GiftFacts => ({
  donorId: row.donor_id,
  amount: Number(row.amount),
  currency: 'USD',
  date: row.date,
  paymentMethod: row.payment_method,
  campaignId,
  fundraiserId,
});

/** Replaced by a text that many rows of an import share. */
const emptyMetadata = { actor: null, correlation: '', cause: '' };

async function keepSourcesAndTexts(tx: Tx, { id: importId, source }: Draft): Promise<void> {
  const id = `(left($2::text, 28) || lpad(to_hex(row), 8, '0'))::uuid`; // rowDonationId
  await tx.sql(
    `insert into donation_source (organization_id, source_id, import_id, donation_id, source, gross, refunded, fund)
     select $1, source_id, import_id, ${id}, $3, gross, refunded, coalesce(campaign, '') from donation_import_row
      where organization_id = $1 and import_id = $2::uuid and state = 'new' and source_id is not null and act is null`,
    [tx.organizationId, importId, source],
  );
  await tx.sql(
    `insert into giving_text (organization_id, event_id, notes, transaction_id)
     select $1, ${id}, notes, source_id from donation_import_row
      where organization_id = $1 and import_id = $2::uuid and state = 'new' and act is null and (notes is not null or source_id is not null)`,
    [tx.organizationId, importId],
  );
}

/**
 * Voids every donation of an import that still stands, and puts back what it changed of others, in one fact; the file and its source
 * ids are free again. What was changed by hand since is put back or left, as was asked.
 */
export async function undoImport(tx: Tx, store: RoutedStore, record: ImportRecord): Promise<void> {
  const organizationId = tx.organizationId!;
  await lockChurchPatiently(tx, organizationId);
  const [standing] = await tx.sql<{ donations: number; amount: bigint }>(
    `select count(*)::int as donations, coalesce(sum(amount), 0)::bigint as amount from donation_version
      where organization_id = $1 and build = ${currentBuildSql('donations', '$1')}
        and import_id = $2 and to_journal is null`,
    [organizationId, record.id],
  );
  const stream = streamOf(organizationId, 'import', record.id);
  const committed: ImportState = { is: 'committed' };
  const undone = importDecider.decide(
    {
      do: 'undo',
      importId: record.id,
      donations: standing!.donations,
      amount: Number(standing!.amount),
      changes: 0,
    },
    committed,
  );
  const metadata = { actor: record.undone_by, correlation: correlation(), cause: 'import.undo' };
  const changed = (await changedBy(tx, record)).filter(({ byHand }) => !byHand || record.put_back);
  const { events, reasons } = puttingBack(record, changed, { ...metadata, texts: ['reason'] });
  await tx.sql(
    `insert into giving_text (organization_id, event_id, reason) select $1, id, $3 from unnest($2::uuid[]) id on conflict do nothing`,
    [organizationId, reasons, `Import of ${record.file_name} undone`],
  );
  const marker = undone.map((event) => codec.encode(idFrom('undo', record.id), event, metadata));
  const recorded =
    (await undoOfEarlierAttempt(store, organizationId, stream, record.revision!)) ??
    (await appendUndo(store, organizationId, stream, record.revision!, [...events, ...marker]));
  await assertTakenBack(tx, record.id, recorded);
  await tx.sql('delete from donation_source where organization_id = $1 and import_id = $2', [
    organizationId,
    record.id,
  ]);
  await lockChurchPatiently(tx, organizationId); // elsewhere it was let go for the append
  await releaseGuestsOf(tx, record.id);
}

/**
 * Looks for the undo in the import's stream: an earlier attempt may have ended after its append, where the append does
 * not wait for the transaction. Waits until the undo is in the books, as the append itself would have done.
 * @returns null when the undo was not recorded yet
 * @throws StoreUnavailable when the projections do not come to the undo in time
 */
async function undoOfEarlierAttempt(
  store: RoutedStore,
  organizationId: string,
  stream: string,
  revision: number,
): Promise<StoredEvent | null> {
  const undo = await findUndo(store, organizationId, stream, revision);
  if (undo) await store.untilShown(organizationId, undo.stream, undo.revision);
  return undo;
}

async function findUndo(
  store: RoutedStore,
  organizationId: string,
  stream: string,
  revision: number,
): Promise<StoredEvent | null> {
  for await (const events of store.readStream(organizationId, stream, revision + 1)) {
    const undo = events.find(({ type }) => type === 'DonationImportUndone');
    if (undo) return undo;
  }
  return null;
}

/** @returns the last event of the undo */
async function appendUndo(
  store: RoutedStore,
  organizationId: string,
  stream: string,
  revision: number,
  events: NewEvent[],
): Promise<StoredEvent> {
  const appended =
    events.length === 1
      ? await store.append(organizationId, stream, revision, events)
      : await store.bulkAppend(organizationId, stream, revision, inBatches(events));
  return appended.events.at(-1)!;
}

/**
 * Looks for what the projections made of an undo. That it is stored does not prove that nobody sees the donations
 * any longer.
 * @throws ImportIncomplete
 */
async function assertTakenBack(
  tx: Tx,
  importId: string,
  { stream, revision }: StoredEvent,
): Promise<void> {
  const [found] = await tx.sql<{ donations: number }>(
    `select count(*)::int as donations from donation_version
      where organization_id = $1 and build = ${currentBuildSql('donations', '$1')} and import_id = $2 and to_journal is null`,
    [tx.organizationId, importId],
  );
  if (found!.donations > 0)
    throw new ImportIncomplete(
      `Import ${importId} was undone; the books still have ${found!.donations} of its donations.`,
    );
  if (!(await isPublished(tx, stream, revision)))
    throw new ImportIncomplete(`The undo of import ${importId} has no journal entry.`);
}

async function* inBatches(events: NewEvent[]): AsyncGenerator<NewEvent[]> {
  for (let at = 0; at < events.length; at += batchSize)
    yield await Promise.resolve(events.slice(at, at + batchSize));
}
