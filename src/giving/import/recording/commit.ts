import { v5 as idFrom } from 'uuid';
import type { Tx } from '#libs/database';
import {
  type EventMetadata,
  lockChurchPatiently,
  type NewEvent,
  noStream,
  type RoutedStore,
} from '#libs/event-sourcing';
import { correlation } from '#libs/http';
import { findOrCreateCampaigns, type CampaignLink } from '../../campaign/campaigns.js';
import { codec, streamOf } from '../../events.js';
import { isPublished } from '../../journal/journal.js';
import type { DonationFacts } from '../../donation/donation.js';
import { changesOf, keepReasons, settleChanges } from './changes.js';
import { askAboutGone, findGuestsAnew, makeGuests } from '../givers/guests.js';
import { rowDonationId } from '../row-donation-id.js';
import { importDecider, type ImportState } from './import.js';
import { ImportIncomplete } from './incomplete.js';
import type { ImportRecord } from '../review/import.query.js';
import type { TextName } from '../../text.js';
import { toDraft } from '../review/drafts.js';
import { classifyDraft } from '../classification/classify-draft.js';
import {
  countRecorded,
  findGift,
  keepSources,
  keepTexts,
  listCampaigns,
  listNewGifts,
  markDecided,
  sumNewRows,
} from './commit.sql.js';

/**
 * Rows that become events together: a few megabytes, because short-lived objects cost the garbage
 * collector least.
 */
const batchSize = 1_000;

type NewRow = Awaited<ReturnType<typeof listNewGifts>>[number];

/**
 * Commits a draft in the open transaction: decides what it records, appends the rows as events to
 * the stream of the import, and then appends the commit marker. All ids are derived from the id of
 * the import, so that an interrupted commit can be resumed.
 * @returns the last revision of the import's stream; null if a row was recorded since the
 *   preview, and then nothing was written
 */
export async function commitImport(
  tx: Tx,
  store: RoutedStore,
  record: ImportRecord,
  onProgress: (done: number) => void,
): Promise<{ revision: number } | null> {
  const organizationId = tx.organizationId!;
  const importId = record.id;
  const campaigns = record.commitPrepared
    ? await findOrCreateImportCampaigns(tx, importId)
    : await prepareCommit(tx, record);
  if (campaigns === null) return null;
  // In EventStoreDB the append does not wait for this transaction: what was decided must be stored
  // before.
  const { capabilities } = await store.storeOf(organizationId);
  if (!capabilities.joinsTransaction) await markDecided(tx, { importId });
  const [sum] = await sumNewRows(tx, { importId });
  const content: ImportContent = {
    record,
    campaigns,
    changes: sum!.changes,
    marker: decideMarker(importId, sum!),
    metadata: { actor: record.committedBy, correlation: correlation(), cause: 'import.commit' },
    onProgress,
  };
  const { events } = await store.bulkAppend(
    organizationId,
    streamOf(organizationId, 'import', importId),
    noStream,
    batchEvents(tx, content),
  );
  const { stream, revision } = events.at(-1)!;
  await assertInBooks(tx, { importId, stream, revision, donations: sum!.donations });
  return { revision };
}

/** An import with what its events contain besides its rows. */
interface ImportContent {
  record: ImportRecord;
  campaigns: Campaigns;
  /** The number of older gifts that the import changes. */
  changes: number;
  marker: ReturnType<typeof decideMarker>;
  metadata: EventMetadata;
  onProgress: (done: number) => void;
}

type Sum = Awaited<ReturnType<typeof sumNewRows>>[number];

/** Yields the events of an import: its donations, the changes of older gifts, and the marker. */
async function* batchEvents(
  tx: Tx,
  { record, campaigns, changes, marker, metadata, onProgress }: ImportContent,
): AsyncGenerator<NewEvent[]> {
  let done = 0;
  for await (const rows of batchRows(tx, record.id)) {
    if (rows.length > 0) yield toEvents(record.id, rows, campaigns, metadata);
    done += rows.length;
    onProgress(done);
  }
  if (changes > 0) yield await changesOf(tx, record, { ...metadata, texts: ['reason'] });
  yield marker.map((event) => codec.encode(idFrom('commit', record.id), event, metadata));
}

/** Yields the new rows of a draft. The next batch is loaded while one is used. */
async function* batchRows(tx: Tx, importId: string): AsyncGenerator<NewRow[]> {
  const loadAfter = (after: number) => listNewGifts(tx, { importId, after, limit: batchSize });
  let next = loadAfter(0);
  for (let isLast = false; !isLast;) {
    const rows = await next;
    isLast = rows.length < batchSize;
    if (!isLast) {
      next = loadAfter(rows.at(-1)!.row);
      // `await next` throws the error of this query. If the loop ends before, the rejection must
      // not count as unhandled.
      next.catch(() => undefined);
    }
    yield rows;
  }
}

/** Decides the event that ends the stream of an import. */
function decideMarker(importId: string, { donations, amount, changes }: Sum) {
  const draft: ImportState = { is: 'draft' };
  const command = { importId, donations, amount: Number(amount), changes };
  return importDecider.decide({ do: 'commit', ...command }, draft);
}

/**
 * Compares the number of donations in the projections with the import. A stored event, or a
 * checkpoint after it, does not prove that the projections contain the donation.
 * @param imported the stream and revision of its marker, and the number of donations in it
 * @throws ImportIncomplete
 */
async function assertInBooks(
  tx: Tx,
  imported: { importId: string; stream: string; revision: number; donations: number },
): Promise<void> {
  const { importId, stream, revision, donations } = imported;
  const [counts] = await countRecorded(tx, { importId });
  if (counts!.donations !== donations)
    throw new ImportIncomplete(
      `Import ${importId} has ${donations} donations; the ledger has ${counts!.donations} of them.`,
    );
  if (!(await isPublished(tx, stream, revision)))
    throw new ImportIncomplete(`Import ${importId} has no journal entry.`);
}

/**
 * Locks the church, and decides what the import records: classifies the rows again, creates guests
 * and campaigns, and stores changes, transaction numbers and texts.
 * @returns the campaigns of the import; null if a verdict has changed
 */
async function prepareCommit(tx: Tx, record: ImportRecord): Promise<Campaigns | null> {
  await lockChurchPatiently(tx, tx.organizationId!);
  await askAboutGone(tx, record.id);
  await findGuestsAnew(tx, record.id);
  if ((await classifyDraft(tx, toDraft(record))) > 0) return null;
  await makeGuests(tx, record.id);
  const campaigns = await findOrCreateImportCampaigns(tx, record.id);
  await settleChanges(tx, record, (row) => inFile(tx, record.id, row));
  const { source } = toDraft(record);
  await keepSources(tx, { importId: record.id, source });
  await keepTexts(tx, { importId: record.id });
  await keepReasons(tx, record, source);
  return campaigns;
}

async function inFile(tx: Tx, importId: string, row: number): Promise<DonationFacts> {
  const [gift] = await findGift(tx, { importId, row });
  return factsOf(gift!, (await findOrCreateCampaigns(tx, [gift!.campaign ?? '']))[0]!);
}

/** The campaigns of an import by their titles; the title of the default campaign is empty. */
type Campaigns = ReadonlyMap<string, CampaignLink>;

/** Returns the campaigns that an import names. Creates those that do not exist. */
async function findOrCreateImportCampaigns(tx: Tx, importId: string): Promise<Campaigns> {
  const titles = (await listCampaigns(tx, { importId })).map(({ title }) => title);
  const links = await findOrCreateCampaigns(tx, titles);
  return new Map(titles.map((title, index) => [title, links[index]!]));
}

function toEvents(
  importId: string,
  rows: NewRow[],
  campaigns: Campaigns,
  metadata: EventMetadata,
): NewEvent[] {
  const metadataOf = metadataByTexts(metadata);
  return rows.map((row) => {
    const donationId = rowDonationId(importId, row.row);
    const gift = factsOf(row, campaigns.get(row.campaign ?? '')!);
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

/**
 * Returns the metadata of rows as JSON. There are only four different texts, one for each
 * combination of notes and transaction number.
 */
function metadataByTexts(metadata: EventMetadata): (row: NewRow) => string {
  const withTexts = (texts: TextName[]) =>
    JSON.stringify(texts.length > 0 ? { ...metadata, texts } : metadata);
  const withoutTexts = withTexts([]);
  const notes = withTexts(['notes']);
  const transactionId = withTexts(['transactionId']);
  const withNotesAndNumber = withTexts(['notes', 'transactionId']);
  return (row) => {
    if (row.hasNotes) return row.hasTransactionId ? withNotesAndNumber : notes;
    return row.hasTransactionId ? transactionId : withoutTexts;
  };
}

const factsOf = (row: NewRow, { campaignId }: { campaignId: string }): DonationFacts => ({
  donorId: row.donorId!,
  amount: Number(row.amount),
  currency: 'USD',
  date: row.date!,
  paymentMethod: row.paymentMethod!,
  campaignId,
  fundraiserId: null,
});

/** A placeholder: `metadataByTexts` replaces the metadata of the encoded event. */
const emptyMetadata = { actor: null, correlation: '', cause: '' };
