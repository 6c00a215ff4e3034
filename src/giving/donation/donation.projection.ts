import { columnOf, type Tx } from '#libs/database';
import type { Projection } from '#libs/event-sourcing';
import { codec, importOf, type PublishedEvent } from '../events.js';
import { recalculateGiftTotals, applyToProgress } from '../fundraiser/progress.js';
import type { DonationFacts } from './donation.js';
import {
  addImportToTotals,
  correctDonation,
  deleteDonationBuild,
  insertGift,
  insertGifts,
  insertGiftsOfImport,
  restoreDonation,
} from './donation.projection.sql.js';
import { deleteEmptyTotals } from './totals.sql.js';
import { voidProgress } from './void-progress.js';
import {
  divideImport,
  subtractImportFromTotals,
  voidDonationVersion,
  voidPartOfImport,
} from './void-versions.sql.js';

interface Recorded {
  donationId: string;
  gift: DonationFacts;
  importId: string | null;
  published: PublishedEvent;
}

/**
 * `donation_version`: a row for each version of a donation with the journal numbers from and to
 * which it held, and the totals that follow from the open ones. `fundraiser_period`: the days whose
 * donations count for a fundraiser.
 */
export const donationProjection: Projection<PublishedEvent> = {
  name: 'donations',
  deletions: deleteDonationBuild,
  async apply(tx, build, events) {
    let recorded: Recorded[] = [];
    const flush = () => {
      if (recorded.length > 0) insertRecorded(tx, build, recorded);
      recorded = [];
    };
    for (const published of events) {
      const { event } = published;
      if (event.type === 'DonationRecorded') {
        recorded.push({ ...event.data, published });
        continue;
      }
      // Pledges have a projection of their own.
      if (event.type === 'PledgeMade' || event.type === 'PledgeChanged') continue;
      flush();
      await applyChange(tx, build, published);
    }
    flush();
  },
  finish: (tx, build) => recalculateGiftTotals(tx, build),
};

/** Applies an event that follows the recording of its donation, or changes a fundraiser. */
async function applyChange(tx: Tx, build: number, published: PublishedEvent): Promise<void> {
  const { event } = published;
  switch (event.type) {
    case 'DonationCorrected':
      return correct(tx, build, published, event.data);
    case 'DonationVoided':
      return voidDonation(tx, build, published, event.data.donationId);
    case 'DonationRestored':
      return restore(tx, build, published, event.data.donationId);
    case 'DonationImportCommitted':
      await addImportToTotals(tx, { build, importId: event.data.importId });
      return;
    case 'DonationImportUndone':
      return voidImport(tx, build, published, event.data.importId);
    case 'FundraiserOpened':
    case 'FundraiserChanged':
    case 'FundraiserRemoved':
      return applyToProgress(tx, build, event);
    default:
  }
}

/** Does not wait for PostgreSQL, so that the next rows of an import are prepared meanwhile. */
function insertRecorded(tx: Tx, build: number, rows: Recorded[]): void {
  const versions = rows.map(toRow);
  const [first] = versions;
  if (versions.length === 1 && first!.importId === null) {
    insertGift.send(tx, { build, ...first! });
    return;
  }
  const manual = versions.filter((row) => row.importId === null);
  if (manual.length > 0) insertGifts.send(tx, { build, ...toColumns(manual) });
  const imported = versions.filter((row) => row.importId !== null);
  if (imported.length > 0) insertGiftsOfImport.send(tx, { build, ...toColumns(imported) });
}

/** Returns the first version of a gift as parameters of `insertGift`. */
const toRow = ({ donationId, gift, importId, published: { stored, journal } }: Recorded) => ({
  donationId,
  journal,
  donorId: gift.donorId,
  amount: gift.amount,
  date: gift.date,
  paymentMethod: gift.paymentMethod,
  campaignId: gift.campaignId,
  fundraiserId: gift.fundraiserId,
  importId,
  actor: codec.metadata(stored).actor,
  eventId: stored.id,
  at: stored.recordedAt,
});

/** Returns an array for each column, as parameters of `insertGifts`. */
const toColumns = (rows: readonly ReturnType<typeof toRow>[]) => ({
  donationId: rows.map((row) => row.donationId),
  journal: rows.map((row) => row.journal),
  donorId: rows.map((row) => row.donorId),
  amount: rows.map((row) => row.amount),
  date: rows.map((row) => row.date),
  paymentMethod: rows.map((row) => row.paymentMethod),
  campaignId: rows.map((row) => row.campaignId),
  fundraiserId: columnOf(rows, 'fundraiserId'),
  importId: rows.map((row) => row.importId),
  actor: rows.map((row) => row.actor),
  eventId: rows.map((row) => row.eventId),
  at: rows.map((row) => row.at),
});

/** Returns the journal number, the event, the actor and the time of a change. */
const changeOf = ({ stored, journal }: PublishedEvent) => ({
  journal,
  eventId: stored.id,
  actor: codec.metadata(stored).actor,
  at: stored.recordedAt,
});

async function correct(
  tx: Tx,
  build: number,
  published: PublishedEvent,
  {
    donationId,
    after,
    textChanged,
  }: { donationId: string; after: DonationFacts; textChanged: boolean },
): Promise<void> {
  const { donorId, amount, date, paymentMethod, campaignId, fundraiserId } = after;
  await correctDonation(tx, {
    build,
    donationId,
    donorId,
    amount,
    date,
    paymentMethod,
    campaignId,
    fundraiserId,
    textChanged,
    withinImport: importOf(published.stored.stream),
    ...changeOf(published),
  });
  dropEmptyTotals(tx, build);
}

async function voidDonation(
  tx: Tx,
  build: number,
  published: PublishedEvent,
  id: string,
): Promise<void> {
  const withinImport = importOf(published.stored.stream);
  await voidDonationVersion(tx, { build, id, withinImport, ...changeOf(published) });
  dropEmptyTotals(tx, build);
}

/**
 * An import is voided in parts, so that `voidProgress` can report the progress: parts of at least
 * `minSize` donations, and at most `maxParts` of them.
 */
const [minSize, maxParts] = [1_000, 20];

async function voidImport(
  tx: Tx,
  build: number,
  published: PublishedEvent,
  id: string,
): Promise<void> {
  const parts = await divideImport(tx, { build, importId: id, minSize, maxParts });
  let after: string | null = null;
  for (const { last, done } of parts) {
    await voidPartOfImport(tx, { build, id, after, last, ...changeOf(published) });
    after = last;
    voidProgress.tell(id, done);
  }
  await subtractImportFromTotals(tx, { build, importId: id, journal: published.journal });
  dropEmptyTotals(tx, build);
}

async function restore(
  tx: Tx,
  build: number,
  published: PublishedEvent,
  donationId: string,
): Promise<void> {
  await restoreDonation(tx, { build, donationId, ...changeOf(published) });
}

function dropEmptyTotals(tx: Tx, build: number): void {
  for (const deleteEmpty of Object.values(deleteEmptyTotals)) deleteEmpty.send(tx, { build });
}
