import type { Database, Tx } from '#libs/database';
import {
  type EventStore,
  lockChurchPatiently,
  readHeadPosition,
  type RoutedStore,
  type StoredEvent,
} from '#libs/event-sourcing';
import {
  checkCopies,
  describeMissingCopies,
  describeWrongCopies,
  type CopyState,
} from '../copy-check.js';
import { JournalEntries, sizeOf, type JournalEntry } from './entries.js';
import { chainHash, contentHash, eventBytes, later } from './journal.js';
import { actorIn, giftIn, Model } from './verify-model.js';
import { checkShownTotals } from './shown-totals.js';
import { checkProjections } from './verify-projections.js';
import { listCampaignsOfOldFundraisers, selectProjectedEvents } from './verify.sql.js';

export interface Verification {
  events: number;
  entries: number;
  donations: number;
  /** cents of all donations that stand */
  amount: bigint;
  /** one sentence each; empty when everything agrees */
  problems: string[];
  /** One sentence for each thing that is no problem, but that the operator should know. */
  notes: string[];
}

const maxProblems = 50;
/** Milliseconds that an event may be stored elsewhere before it is in the journal. */
const maxPending = 60_000;
/** rows of an import that are kept to name those that changed; what is shown is compared for all of them */
const maxSuspects = 200_000;

/**
 * Recomputes a church's journal from the stored bytes, folds its events anew and compares the result with
 * every projection. It trusts nothing that it checks: amounts come from the events alone.
 * @param kept the head that was kept outside the database, if any
 */
export async function verifyChurch(
  db: Database,
  stores: Pick<RoutedStore, 'of'>,
  organizationId: string,
  kept?: { number: string; hash: string },
): Promise<Verification> {
  const result = await db.tenant(organizationId, (tx) => checkBooks(tx, stores, kept));
  const copies = await checkCopies(db, await stores.of(organizationId), organizationId);
  noteCopies(copies, result);
  return result;
}

/** Checks the journal and all projections of the transaction's church, under its lock. */
async function checkBooks(
  tx: Tx,
  stores: Pick<RoutedStore, 'of'>,
  kept: { number: string; hash: string } | undefined,
): Promise<Verification> {
  const organizationId = tx.organizationId!;
  // one moment for everything that is read: the church's writers wait
  await lockChurchPatiently(tx, organizationId);
  const result: Verification = {
    events: 0,
    entries: 0,
    donations: 0,
    amount: 0n,
    problems: [],
    notes: [],
  };
  const report = (problem: string) => {
    if (result.problems.length < maxProblems) result.problems.push(problem);
  };
  const older = await listCampaignsOfOldFundraisers(tx);
  const model = new Model(
    new Map(older.map(({ fundraiserId, campaignId }) => [fundraiserId, campaignId])),
  );
  const store = await stores.of(organizationId); // under the lock, so that no move comes between
  await checkJournal(tx, store, organizationId, { model, result, report, kept });
  await checkProjections(tx, model, report);
  for (const gift of model.standing()) {
    result.donations++;
    result.amount += BigInt(gift.amount);
  }
  // a row that is wrong was reported above; the totals that include it need not be, too
  if (result.problems.length === 0) await checkShownTotals(tx, result.amount, report);
  return result;
}

/** Adds what is wrong with the copies of the events. Missing copies are no problem, because the program adds them. */
function noteCopies(copies: CopyState | null, { problems, notes }: Verification): void {
  if (copies === null) return;
  const { missing, wrong } = copies;
  if (missing > 0)
    notes.push(
      `${describeMissingCopies(missing)} yet. The program adds them while it runs, at the latest after its next start.`,
    );
  if (wrong > 0)
    problems.push(
      `${describeWrongCopies(wrong)} Run repair-books with --trust eventstoredb to replace them.`,
    );
}

interface Checking {
  model: Model;
  result: Verification;
  report: (problem: string) => void;
  kept?: { number: string; hash: string } | undefined;
}

async function checkJournal(
  tx: Tx,
  store: EventStore,
  organizationId: string,
  { model, result, report, kept }: Checking,
): Promise<void> {
  const journal = await JournalEntries.load(tx);
  const entries = journal.all;
  entries.forEach((entry, at) => {
    if (entry.number !== BigInt(at + 1))
      report(`The journal has no entry ${at + 1}; it goes on with ${entry.number}.`);
  });
  const isGapless = store.capabilities.projectsInTransaction;
  const open = new Map<JournalEntry, OpenEntry>();
  const complete = new Set<JournalEntry>();
  const pendingSince = new Date(Date.now() - maxPending).toISOString();
  let expectedPosition = 1n;
  let newest = 0n;
  for await (const batch of store.tail(organizationId, null)) {
    for (const event of batch) {
      const entry = journal.find(event);
      // a store that is followed may hold what the follower has not processed yet
      if (!entry && !isGapless && event.recordedAt > pendingSince) continue;
      result.events++;
      if (isGapless && event.position !== expectedPosition)
        report(
          `The event at position ${expectedPosition} is missing; the next is ${event.id} at ${event.position}.`,
        );
      expectedPosition = event.position + 1n;
      if (!entry) {
        report(`Event ${event.id} at position ${event.position} is not in the journal.`);
        continue;
      }
      if (isGapless && entry.number < newest)
        report(`Event ${event.id} at position ${event.position} is not in the journal's order.`);
      if (entry.number > newest) newest = entry.number;
      const read = open.get(entry) ?? begin(organizationId);
      open.set(entry, read);
      read.content.update(eventBytes(event));
      read.count++;
      read.first ??= event;
      model.apply(event, entry.number, report);
      if (read.suspects.length < maxSuspects) read.suspects.push(event);
      if (read.count < sizeOf(entry)) continue;
      await checkEntry(tx, { entry, previous: journal.previous(entry), read, last: event }, report);
      open.delete(entry);
      complete.add(entry);
    }
  }
  for (const entry of entries) if (!complete.has(entry)) reportMissing(entry, report);
  result.entries = entries.length;
  const head = await readHeadPosition(tx);
  if (isGapless && head !== null && head !== expectedPosition - 1n)
    report(`The head says ${head} events; there are ${expectedPosition - 1n}.`);
  if (kept) compareWithKeptHead(entries, kept, report);
}

/** Compares the journal with the head that is stored outside the database. */
function compareWithKeptHead(
  entries: readonly JournalEntry[],
  kept: { number: string; hash: string },
  report: (problem: string) => void,
): void {
  const newest = entries.at(-1)?.number ?? 0n;
  const lacking = BigInt(kept.number) - newest;
  if (lacking > 0n) {
    report(
      `The journal head outside the database is ${lacking} ${lacking === 1n ? 'entry' : 'entries'} newer than the database ` +
        `(${kept.number} against ${newest}): an older copy of the database was restored, or its end was cut off. ` +
        'If it was restored on purpose, run accept-restore.',
    );
    return;
  }
  const entry = entries.find(({ number }) => number === BigInt(kept.number));
  if (entry?.hash.toString('hex') !== kept.hash) {
    report(
      `The journal no longer has entry ${kept.number} as it was kept outside the database: it was cut or rewritten.`,
    );
  }
}

/** What was read so far of the events of one entry. */
interface OpenEntry {
  content: ReturnType<typeof contentHash>;
  count: number;
  first?: StoredEvent;
  suspects: StoredEvent[];
}
const begin = (organizationId: string): OpenEntry => ({
  content: contentHash(organizationId),
  count: 0,
  suspects: [],
});

interface ReadEntry {
  entry: JournalEntry;
  previous: JournalEntry | undefined;
  read: OpenEntry;
  last: StoredEvent;
}

/**
 * Compares a journal entry with its events: hash, place and time. The entry before it is taken as it is written, so
 * that one change is one problem.
 */
async function checkEntry(
  tx: Tx,
  { entry, previous, read, last }: ReadEntry,
  report: (problem: string) => void,
): Promise<void> {
  const hash = chainHash(previous?.hash ?? Buffer.alloc(0), read.content.digest());
  if (!hash.equals(entry.hash)) await nameSuspects(tx, entry, read.suspects, report);
  const time = later(previous?.recordedAt.toISOString() ?? '', last.recordedAt);
  const isInPlace =
    read.first!.revision === entry.firstRevision && last.revision === entry.lastRevision;
  if (!isInPlace || time !== entry.recordedAt.toISOString()) {
    report(
      `Journal entry ${entry.number} (${entry.stream}): its place or time is not that of its events.`,
    );
  }
}

const reportMissing = (
  { number, stream, firstRevision: first, lastRevision: last }: JournalEntry,
  report: (problem: string) => void,
) =>
  report(
    `Events of journal entry ${number} are missing: ${stream}, ${first === last ? `revision ${first}` : `revisions ${first} to ${last}`}.`,
  );

/** Names the events of an entry whose bytes changed: of an import, those rows that differ from what was projected. */
async function nameSuspects(
  tx: Tx,
  entry: JournalEntry,
  suspects: StoredEvent[],
  report: (problem: string) => void,
): Promise<void> {
  const rows = await selectProjectedEvents(tx, { eventIds: suspects.map((event) => event.id) });
  const projected = new Map(rows.map((row) => [row.eventId, row]));
  const differing = suspects.filter((event) => {
    const row = projected.get(event.id);
    if (!row) return event.type === 'DonationRecorded';
    const gift = giftIn(event);
    return (
      gift === null ||
      BigInt(gift.amount) !== row.amount ||
      gift.date !== row.date ||
      gift.donorId !== row.donorId ||
      gift.paymentMethod !== row.paymentMethod ||
      event.recordedAt !== row.at.toISOString() ||
      actorIn(event) !== row.by
    );
  });
  const named =
    suspects.length === 1 || differing.length === 0 ? suspects.slice(-1) : differing.slice(0, 5);
  const list = named
    .map((event) => `${event.type} ${event.id} at position ${event.position}`)
    .join(', ');
  report(
    `Journal entry ${entry.number} (${entry.stream}): the stored bytes are not those that were recorded: ${list}.`,
  );
}
