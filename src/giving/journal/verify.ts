import type { Database, Tx } from '#libs/database';
import { lockChurchPatiently, type RoutedStore } from '#libs/event-sourcing';
import {
  checkCopies,
  describeMissingCopies,
  describeWrongCopies,
  type CopyState,
} from '../copy-check.js';
import { JournalEntries } from './entries.js';
import { JournalCheck } from './journal-check.js';
import { Model } from './verify-model.js';
import { checkShownTotals } from './shown-totals.js';
import { checkProjections } from './verify-projections.js';
import { listCampaignsOfOldFundraisers } from './verify.sql.js';

export interface Verification {
  events: number;
  entries: number;
  /** Number of donations that count. */
  donations: number;
  /** Cents of all donations that count. */
  amount: bigint;
  /** One sentence for each problem, at most `maxProblems`. */
  problems: string[];
  /** One sentence for each thing that is no problem, but that the operator should know. */
  notes: string[];
}

/** The head of a journal that is stored outside the database. */
interface OutsideHead {
  number: string;
  hash: string;
}

const maxProblems = 50;

/**
 * Calculates the journal of a church again from the stored bytes, applies its events anew, and
 * compares the results with the journal and with every projection.
 * @param outsideHead absent if no head is stored outside the database
 */
export async function verifyChurch(
  db: Database,
  stores: Pick<RoutedStore, 'storeOf'>,
  organizationId: string,
  outsideHead?: OutsideHead,
): Promise<Verification> {
  const result = await db.tenant(organizationId, (tx) => checkChurch(tx, stores, outsideHead));
  const copies = await checkCopies(db, await stores.storeOf(organizationId), organizationId);
  noteCopies(copies, result);
  return result;
}

/** Checks the journal and all projections of the transaction's church, under its lock. */
async function checkChurch(
  tx: Tx,
  stores: Pick<RoutedStore, 'storeOf'>,
  outsideHead: OutsideHead | undefined,
): Promise<Verification> {
  const organizationId = tx.organizationId!;
  // no writer of the church changes anything while it is checked
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
  const store = await stores.storeOf(organizationId); // under the lock, which a move needs, too
  const journal = await JournalEntries.load(tx);
  result.entries = journal.all.length;
  result.events = await new JournalCheck(tx, journal, model, report).run(store);
  if (outsideHead) compareWithOutsideHead(journal, outsideHead, report);
  await checkProjections(tx, model, report);
  for (const gift of model.currentGifts()) {
    result.donations++;
    result.amount += BigInt(gift.amount);
  }
  // a wrong row was reported above: the totals that include it are not reported again
  if (result.problems.length === 0) await checkShownTotals(tx, result.amount, report);
  return result;
}

/**
 * Adds a sentence about missing and about wrong copies of the events. Missing copies are no
 * problem, because the program adds them.
 */
function noteCopies(copies: CopyState | null, { problems, notes }: Verification): void {
  if (copies === null) return;
  const { missing, wrong } = copies;
  if (missing > 0)
    notes.push(
      `${describeMissingCopies(missing)} yet. The program adds them while it runs, ` +
        'at the latest after its next start.',
    );
  if (wrong > 0)
    problems.push(
      `${describeWrongCopies(wrong)} Run repair-books with --trust eventstoredb to replace them.`,
    );
}

/** Compares the journal with the head that is stored outside the database. */
function compareWithOutsideHead(
  { all: entries }: JournalEntries,
  outsideHead: OutsideHead,
  report: (problem: string) => void,
): void {
  const newest = entries.at(-1)?.number ?? 0n;
  const missing = BigInt(outsideHead.number) - newest;
  if (missing > 0n) {
    report(
      'The journal head outside the database is ' +
        `${missing} ${missing === 1n ? 'entry' : 'entries'} newer than the database ` +
        `(${outsideHead.number} against ${newest}): ` +
        'an older copy of the database was restored, or its end was cut off. ' +
        'If it was restored on purpose, run accept-restore.',
    );
    return;
  }
  const entry = entries.find(({ number }) => number === BigInt(outsideHead.number));
  if (entry?.hash.toString('hex') !== outsideHead.hash) {
    report(
      `The journal no longer has entry ${outsideHead.number} as it was kept outside the ` +
        'database: it was cut or rewritten, or donations were recorded after an older copy was ' +
        'restored. If it was restored on purpose, run accept-restore.',
    );
  }
}
