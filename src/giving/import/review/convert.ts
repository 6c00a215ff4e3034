import type { Tx } from '#libs/database';
import { classifyDraft } from '../classification/classify-draft.js';
import { putRows } from '../classification/rows.js';
import { foldGivers } from '../givers/fold.js';
import { formatOf } from '../reading/format.js';
import { readAsBefore } from '../reading/read-row.js';
import { storeOldDecisions } from './convert.sql.js';
import { listNextDraftRows } from './draft-rows.sql.js';
import { toDraft } from './drafts.js';
import { lockImport } from './edit-draft.sql.js';
import { findImportRecord, type ImportRecord } from './import.query.js';
import { forgetHistory } from './last-change.sql.js';

const rowsAtOnce = 1_000;

/** The states in which the rows of an import can still change. */
const openStates = ['needs_mapping', 'ready', 'committing', 'failed'];

const needsConversion = ({ status, commitPrepared, isOld }: ImportRecord): boolean =>
  isOld === true && !commitPrepared && openStates.includes(status);

/**
 * Returns an import with its rows as this version of the program stores them. The rows of a draft
 * of an earlier version are read again from their stored cells, with the values and decisions of
 * users, and classified. The last changes of such a draft can no longer be undone one by one. An
 * import whose rows are settled is returned as it is.
 */
export async function converted(tx: Tx, record: ImportRecord): Promise<ImportRecord> {
  if (!needsConversion(record)) return record;
  const importId = record.id;
  await lockImport(tx, { importId });
  const current = (await findImportRecord(tx, importId)) ?? record;
  if (!needsConversion(current)) return current;
  await convertRows(tx, current);
  return (await findImportRecord(tx, importId))!;
}

/** Converts the rows of an import if they are from an earlier version and not settled. */
export async function convertRows(tx: Tx, record: ImportRecord): Promise<void> {
  if (!needsConversion(record)) return;
  const importId = record.id;
  await storeOldDecisions(tx, { importId });
  const format = await formatOf(tx, record);
  const draft = toDraft(record);
  for (let after = 0; ;) {
    const rows = await listNextDraftRows(tx, { importId, after, limit: rowsAtOnce });
    if (rows.length === 0) break;
    await putRows(
      tx,
      draft,
      rows.map((row) => readAsBefore(row, format)),
    );
    after = rows.at(-1)!.row;
  }
  await forgetHistory(tx, { importId });
  await foldGivers(tx, importId);
  await classifyDraft(tx, draft);
}
