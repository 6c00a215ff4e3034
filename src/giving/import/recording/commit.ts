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
import { sameIn } from '../review/drafts.js';
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
 * A few megabytes of rows and events: what is gone again soon costs the collector of memory least.
 */
const batchSize = 1_000;

type NewRow = Awaited<ReturnType<typeof listNewGifts>>[number];

/**
 * Publishes a draft in the open transaction: settles what it brings, then the rows as events of the
 * import's own stream, then the commit marker. Every id follows from the import's, so that a commit
 * that was cut off goes on.
 * @returns where the import's stream ends now; null when something was found to be here already
 *   since the preview: nothing was written then
 */
export async function commitImport(
  tx: Tx,
  store: RoutedStore,
  record: ImportRecord,
  onProgress: (done: number) => void,
): Promise<{ revision: number } | null> {
  const organizationId = tx.organizationId!;
  const importId = record.id;
  if (!record.commitPrepared && !(await decide(tx, record))) return null;
  const campaigns = await makeCampaigns(tx, importId);
  // elsewhere the append does not wait for this transaction: what it goes by has to outlive a crash
  const { capabilities } = await store.storeOf(organizationId);
  if (!capabilities.joinsTransaction) await markDecided(tx, { importId });
  const [sum] = await sumNewRows(tx, { importId });
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
    actor: record.committedBy,
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
    const from = (after: number) => listNewGifts(tx, { importId, after, limit: batchSize });
    let next = from(0);
    for (let done = 0, isLast = false; !isLast;) {
      const rows = await next;
      isLast = rows.length < batchSize;
      if (!isLast) {
        next = from(rows.at(-1)!.row); // on its way while the events of these are made
        next.catch(() => undefined); // told by whoever waits for it, unless something fails before
      }
      if (rows.length > 0) yield toEvents(importId, rows, campaigns, metadata);
      done += rows.length;
      onProgress(done);
    }
    if (sum!.changes > 0) yield await changesOf(tx, record, { ...metadata, texts: ['reason'] });
    yield marker.map((event) => codec.encode(idFrom('commit', record.id), event, metadata));
  }
}

/**
 * Counts what the projections made of an import. That its events are stored, or that a checkpoint
 * is beyond them, does not prove it.
 * @param imported the stream and revision of its marker, and the number of donations in it
 * @throws ImportIncomplete
 */
async function assertInBooks(
  tx: Tx,
  imported: { importId: string; stream: string; revision: number; donations: number },
): Promise<void> {
  const { importId, stream, revision, donations } = imported;
  const [found] = await countRecorded(tx, { importId });
  if (found!.donations !== donations)
    throw new ImportIncomplete(
      `Import ${importId} has ${donations} donations; the books have ${found!.donations} of them.`,
    );
  if (!(await isPublished(tx, stream, revision)))
    throw new ImportIncomplete(`Import ${importId} has no journal entry.`);
}

/**
 * Under the church's lock: what is here already, who the guests are, which campaigns, and that
 * these source ids are taken.
 */
async function decide(tx: Tx, record: ImportRecord): Promise<boolean> {
  await lockChurchPatiently(tx, tx.organizationId!);
  await askAboutGone(tx, record.id);
  await findGuestsAnew(tx, record.id);
  if ((await classifyDraft(tx, sameIn(record))) > 0) return false;
  await makeGuests(tx, record.id);
  await settleChanges(tx, record, (row) => inFile(tx, record.id, row));
  const { source } = sameIn(record);
  await keepSources(tx, { importId: record.id, source });
  await keepTexts(tx, { importId: record.id });
  await keepReasons(tx, record, source);
  return true;
}

async function inFile(tx: Tx, importId: string, row: number): Promise<DonationFacts> {
  const [gift] = await findGift(tx, { importId, row });
  return factsOf(gift!, (await findOrCreateCampaigns(tx, [gift!.campaign ?? '']))[0]!);
}

/** The campaigns of an import by their titles; the title of the default campaign is empty. */
type Campaigns = ReadonlyMap<string, CampaignLink>;

/** Returns the campaigns that an import names. Creates those that do not exist. */
async function makeCampaigns(tx: Tx, importId: string): Promise<Campaigns> {
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

/** Rows share four texts of metadata, by the texts that they have. */
function metadataByTexts(metadata: EventMetadata): (row: NewRow) => string {
  const withTexts = (texts: TextName[]) =>
    JSON.stringify(texts.length > 0 ? { ...metadata, texts } : metadata);
  const none = withTexts([]);
  const notes = withTexts(['notes']);
  const transactionId = withTexts(['transactionId']);
  const both = withTexts(['notes', 'transactionId']);
  return (row) => {
    if (row.hasNotes) return row.hasTransactionId ? both : notes;
    return row.hasTransactionId ? transactionId : none;
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

/** Replaced by a text that many rows of an import share. */
const emptyMetadata = { actor: null, correlation: '', cause: '' };
