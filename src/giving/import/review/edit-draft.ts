import type { DonationImport } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { conflict, notFound, pathId } from '#libs/http';
import { converted } from './convert.js';
import { lockImport, touchImport } from './edit-draft.sql.js';
import { findImportRecord, importView, type ImportRecord } from './import.query.js';

/** The name of the resource in the message "not found". */
export const resourceName = 'This import';

/**
 * Loads an import, and converts the rows of a draft of an earlier version of the program.
 * @throws HttpError 404 if the church has no such import
 */
export async function openImport(tx: Tx, importId: string): Promise<ImportRecord> {
  const record = await findImportRecord(tx, importId);
  if (!record) throw notFound(resourceName);
  // `ImportRunner` itself converts the rows of an import before it commits them.
  return record.status === 'committing' ? record : converted(tx, record);
}

/**
 * Changes a draft while its row is locked, so that two changes cannot happen at the same time.
 * @throws HttpError 404
 */
export async function editDraft(
  tx: Tx,
  id: string,
  work: (record: ImportRecord) => Promise<void>,
): Promise<DonationImport> {
  const importId = pathId(id, resourceName);
  await lockImport(tx, { importId });
  const record = await openImport(tx, importId);
  await work(record);
  await touchImport(tx, { importId });
  return importView(tx, (await findImportRecord(tx, importId))!);
}

/**
 * Checks that nothing of an import is recorded yet.
 * @throws HttpError 409
 */
export function assertDraft({ status }: ImportRecord): void {
  if (!['needs_mapping', 'ready', 'failed'].includes(status))
    throw conflict('This import is no longer a draft.');
}

/**
 * Checks that the commit of an import has not begun: in EventStoreDB its rows may be stored
 * already, and can no longer change.
 */
export function assertOpen(record: ImportRecord): void {
  assertDraft(record);
  if (record.commitPrepared)
    throw conflict(
      'Recording this import has begun. Import it again to finish it; what is wrong in it can be ' +
        'corrected afterwards.',
    );
}

/**
 * Loads an import and passes it to `work`.
 * @throws HttpError 404 if the church has no such import
 */
export async function withImport<T>(
  tx: Tx,
  id: string,
  work: (record: ImportRecord) => Promise<T> | T,
): Promise<T> {
  return work(await openImport(tx, pathId(id, resourceName)));
}
