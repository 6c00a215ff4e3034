import { v5 as idFrom } from 'uuid';
import type { Tx } from '#libs/database';
import {
  lockChurchPatiently,
  type NewEvent,
  type RoutedStore,
  type StoredEvent,
} from '#libs/event-sourcing';
import { correlation } from '#libs/http';
import { voidProgress } from '../../donation/void-progress.js';
import { removeGuestsOfImport } from '../../donor/donors.js';
import { codec, streamOf } from '../../events.js';
import { isPublished } from '../../journal/journal.js';
import type { ImportRecord } from '../review/import.query.js';
import { changedBy, createRestoringEvents } from './changes.js';
import { ImportIncomplete } from './incomplete.js';
import { importDecider, type ImportState } from './import.js';
import { deleteSources, insertReasons, sumStandingDonations } from './undo.sql.js';

/** The number of events that are appended together. It limits the memory. */
const batchSize = 1_000;

/**
 * Voids all donations of an import that are not deleted, and restores older donations that the
 * import changed. All of this is one journal entry. The same file and transaction numbers can be
 * imported again. The user has chosen whether to restore also donations that a user has changed
 * since the import.
 * @param onProgress called with the number of donations that are voided so far
 */
export async function undoImport(
  tx: Tx,
  store: RoutedStore,
  record: ImportRecord,
  onProgress: (done: number) => void,
): Promise<void> {
  const organizationId = tx.organizationId!;
  await lockChurchPatiently(tx, organizationId);
  const [standing] = await sumStandingDonations(tx, { importId: record.id });
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
  const metadata = { actor: record.undoneBy, correlation: correlation(), cause: 'import.undo' };
  const changed = (await changedBy(tx, record)).filter(({ byHand }) => !byHand || record.putBack);
  const { events, reasons } = createRestoringEvents(record, changed, {
    ...metadata,
    texts: ['reason'],
  });
  await insertReasons(tx, { events: reasons, reason: `Import of ${record.fileName} undone` });
  const marker = undone.map((event) => codec.encode(idFrom('undo', record.id), event, metadata));
  const recorded = await voidProgress.during(
    record.id,
    onProgress,
    async () =>
      (await undoOfEarlierAttempt(store, organizationId, stream, record.revision!)) ??
      (await appendUndo(store, organizationId, stream, record.revision!, [...events, ...marker])),
  );
  await assertTakenBack(tx, record.id, recorded);
  await deleteSources(tx, { importId: record.id });
  // With EventStoreDB, the lock was released for the append, because the follower needs it.
  await lockChurchPatiently(tx, organizationId);
  await removeGuestsOfImport(tx, record.id);
}

/**
 * Looks for the undo in the import's stream: in EventStoreDB an earlier attempt may have ended
 * after its append. Waits until the projections contain the undo, as the append would have done.
 * @returns null if the undo is not recorded yet
 * @throws StoreUnavailable if the projections do not reach the undo in time
 */
async function undoOfEarlierAttempt(
  store: RoutedStore,
  organizationId: string,
  stream: string,
  revision: number,
): Promise<StoredEvent | null> {
  const undo = await findUndo(store, organizationId, stream, revision);
  if (undo) await store.waitUntilPublished(organizationId, undo.stream, undo.revision);
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
 * Checks that the projections contain the undo. Stored events alone do not prove that the donations
 * are no longer shown.
 * @throws ImportIncomplete
 */
async function assertTakenBack(
  tx: Tx,
  importId: string,
  { stream, revision }: StoredEvent,
): Promise<void> {
  const [sums] = await sumStandingDonations(tx, { importId });
  if (sums!.donations > 0)
    throw new ImportIncomplete(
      `Import ${importId} was undone; the ledger still has ${sums!.donations} of its donations.`,
    );
  if (!(await isPublished(tx, stream, revision)))
    throw new ImportIncomplete(`The undo of import ${importId} has no journal entry.`);
}

async function* inBatches(events: NewEvent[]): AsyncGenerator<NewEvent[]> {
  for (let from = 0; from < events.length; from += batchSize)
    yield await Promise.resolve(events.slice(from, from + batchSize));
}
