import type { Database } from '#libs/database';
import type { Projector, RoutedStore } from '#libs/event-sourcing';
import {
  CannotRepair,
  compareBooks,
  repairFromStore,
  type BooksComparison,
  type EventRange,
} from './giving/index.js';

export interface RepairTools {
  db: Database;
  stores: RoutedStore;
  projector: Projector<unknown>;
  print: (line: string) => void;
}

/** Ranges of one kind that are printed one by one. */
const printedRanges = 20;

/**
 * The operator command `repair-books`. Without `trust` it only reports what the event store and the journal hold.
 * @returns the exit code: 0 if both agree, or if they agree after the repair
 */
export async function repairBooks(
  { db, stores, projector, print }: RepairTools,
  church: { id: string; name: string },
  trust: string | undefined,
): Promise<number> {
  if (trust !== undefined && trust !== 'eventstoredb') {
    print('Use --trust eventstoredb, or leave it out to get a report only.');
    return 2;
  }
  print(church.name);
  if (trust === undefined) {
    const comparison = await compareBooks(db, stores, church.id);
    report(comparison, print);
    return isInLine(comparison) ? 0 : 1;
  }
  try {
    const before = await repairFromStore(db, stores, projector, church.id);
    report(before, print);
    if (before.unpublished.length > 0)
      print('  These events are now in the journal, and in every list and total.');
    return 0;
  } catch (error) {
    if (!(error instanceof CannotRepair)) throw error;
    report(await compareBooks(db, stores, church.id), print);
    print(`  ${error.message}`);
    return 1;
  }
}

const isInLine = ({ unpublished, unstored, different }: BooksComparison): boolean =>
  unpublished.length + unstored.length + different.length === 0;

function report(comparison: BooksComparison, print: (line: string) => void): void {
  print(
    `  The event store has ${comparison.storedEvents} events; the journal has ${comparison.journalEntries} entries.`,
  );
  if (isInLine(comparison)) print('  Both agree.');
  printRanges('Stored, but not in the journal:', comparison.unpublished, print);
  printRanges('In the journal, but not stored:', comparison.unstored, print);
  printRanges('Stored in another form than the journal recorded:', comparison.different, print);
}

function printRanges(title: string, ranges: EventRange[], print: (line: string) => void): void {
  if (ranges.length === 0) return;
  print(`  ${title}`);
  for (const { stream, firstRevision, lastRevision, recordedAt } of ranges.slice(
    0,
    printedRanges,
  )) {
    const events = lastRevision - firstRevision + 1;
    print(`    ${stream}: ${events} events, recorded until ${recordedAt}`);
  }
  if (ranges.length > printedRanges) print(`    and ${ranges.length - printedRanges} more streams`);
}
