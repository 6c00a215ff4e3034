import type { Database } from '#libs/database';
import type { Projector, RoutedStore } from '#libs/event-sourcing';
import {
  CannotRepairError,
  compareBooks,
  describeMissingCopies,
  describeWrongCopies,
  hasFaults,
  repairFromJournal,
  repairFromStore,
  type BooksComparison,
  type EventRange,
} from '../giving/index.js';

export interface RepairTools {
  db: Database;
  stores: RoutedStore;
  projector: Projector<unknown>;
  print: (line: string) => void;
}

/** How many ranges of one kind are printed. */
const printedRanges = 20;

/** The result of the command. */
export interface RepairOutcome {
  /** the exit code: 0 if the event store and the journal agree, or agree after the repair */
  code: number;
  /** whether a repair ran, so that the books must be verified */
  ranRepair: boolean;
}

/**
 * Runs the operator command `repair-books`.
 * @param trust the store whose events are right; the other one is repaired. If it is absent, the
 * command only prints a report.
 */
export async function repairBooks(
  { db, stores, projector, print }: RepairTools,
  church: { id: string; name: string },
  trust: string | undefined,
): Promise<RepairOutcome> {
  if (trust !== undefined && trust !== 'eventstoredb' && trust !== 'postgres') {
    print('Use --trust eventstoredb or --trust postgres, or leave it out to get a report only.');
    return { code: 2, ranRepair: false };
  }
  print(church.name);
  if (trust === undefined) {
    const comparison = await compareBooks(db, stores, church.id);
    report(comparison, print);
    const code = storeMatchesJournal(comparison) && hasAllCopies(comparison) ? 0 : 1;
    return { code, ranRepair: false };
  }
  try {
    const code =
      trust === 'eventstoredb'
        ? await repairJournal({ db, stores, projector, print }, church.id)
        : await repairEventStore({ db, stores, print }, church.id);
    return { code, ranRepair: true };
  } catch (error) {
    if (!(error instanceof CannotRepairError)) throw error;
    report(await compareBooks(db, stores, church.id), print);
    print(`  ${error.message}`);
    return { code: 1, ranRepair: false };
  }
}

async function repairJournal(
  { db, stores, projector, print }: RepairTools,
  churchId: string,
): Promise<number> {
  const before = await repairFromStore(db, stores, projector, churchId);
  report(before, print);
  if (before.unpublished.length > 0)
    print('  These events are now in the journal, and in every list and total.');
  if (!hasAllCopies(before)) print('  PostgreSQL now has a copy of each event.');
  return 0;
}

async function repairEventStore(
  { db, stores, print }: Omit<RepairTools, 'projector'>,
  churchId: string,
): Promise<number> {
  const before = await repairFromJournal(db, stores, churchId);
  report(before, print);
  if (before.unstored.length > 0)
    print('  The events that were not stored are in the event store again.');
  if (before.unpublished.length === 0) return 0;
  print(
    '  The stored events that are not in the journal were left as they are. Add them with ' +
      '--trust eventstoredb.',
  );
  return 1;
}

const storeMatchesJournal = ({ unpublished, unstored, different }: BooksComparison): boolean =>
  unpublished.length + unstored.length + different.length === 0;

const hasAllCopies = ({ copies }: BooksComparison): boolean =>
  copies === null || !hasFaults(copies);

function report(comparison: BooksComparison, print: (line: string) => void): void {
  print(
    `  The event store has ${comparison.storedEvents} events; ` +
      `the journal has ${comparison.journalEntries} entries.`,
  );
  if (storeMatchesJournal(comparison))
    print(hasAllCopies(comparison) ? '  Both agree.' : '  The event store and the journal agree.');
  reportCopies(comparison, print);
  printRanges('Stored, but not in the journal:', comparison.unpublished, print);
  printRanges('In the journal, but not stored:', comparison.unstored, print);
  printRanges('Stored, but different from the entry in the journal:', comparison.different, print);
}

/** Reports missing and wrong copies, and how to correct them if that is possible. */
function reportCopies(
  { copies, unstored, different }: BooksComparison,
  print: (line: string) => void,
): void {
  if (copies === null) return;
  const isRepairable = unstored.length + different.length === 0;
  const advice = (verb: string) => (isRepairable ? ` --trust eventstoredb ${verb} them.` : '');
  if (copies.missing > 0) print(`  ${describeMissingCopies(copies.missing)}.${advice('copies')}`);
  if (copies.wrong > 0) print(`  ${describeWrongCopies(copies.wrong)}${advice('replaces')}`);
}

function printRanges(title: string, ranges: EventRange[], print: (line: string) => void): void {
  if (ranges.length === 0) return;
  print(`  ${title}`);
  for (const { stream, firstRevision, lastRevision, recordedAt } of ranges.slice(
    0,
    printedRanges,
  )) {
    const events = lastRevision - firstRevision + 1;
    const count = events === 1 ? '1 event' : `${events} events`;
    print(`    ${stream}: ${count}, recorded until ${recordedAt}`);
  }
  if (ranges.length > printedRanges)
    print(`    and ${ranges.length - printedRanges} more of these ranges`);
}
