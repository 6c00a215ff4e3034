import type { Tx } from '#libs/database';
import { conflict } from '#libs/http';
import { reread, type Format, type ReadRow } from '../reading/read-row.js';
import {
  countKeptRows,
  countLostRows,
  deleteKeptRows,
  deleteLostRows,
  deleteRows,
  keepRows,
  listKeptRows,
  returnDecisions,
} from './keep-changes.sql.js';
import { forgetHistory } from './last-change.sql.js';

/**
 * The changes of users to single rows are kept when the file is read again: the values that they
 * set, that a row goes to a guest or is a gift, and their decisions, as long as the question is the
 * same.
 */

function lost(rows: number): Error {
  const subject =
    rows === 1
      ? 'A row that you have changed or decided is'
      : `${rows} rows that you have changed or decided are`;
  return conflict(`${subject} not among those that are read then. Go on, and lose that?`);
}

/**
 * Deletes the rows of a draft, and keeps what users did to them.
 * @throws HttpError 409 if the changes cannot be repeated, unless `dropRepairs`
 */
export async function keepRepairs(
  tx: Tx,
  importId: string,
  reading: { areSameRows: boolean; firstRow: number; dropRepairs: boolean },
): Promise<void> {
  const { areSameRows, firstRow, dropRepairs } = reading;
  await keepRows(tx, { importId });
  const [unkept] = await countLostRows(tx, { importId, areSameRows, firstRow });
  if (unkept!.rows > 0 && !dropRepairs) throw lost(unkept!.rows);
  await deleteLostRows(tx, { importId, areSameRows, firstRow });
  await deleteRows(tx, { importId });
  await forgetHistory(tx, { importId });
}

/** Tells whether changes of users are kept, which `withRepairs` and `redoRepairs` repeat. */
export async function hasRepairs(tx: Tx, importId: string): Promise<boolean> {
  const [keptCounts] = await countKeptRows(tx, { importId });
  return keptCounts!.rows > 0;
}

/** Yields the rows as they were read; rows that a user has edited, with the edited values. */
export async function* withRepairs(
  tx: Tx,
  importId: string,
  batches: AsyncIterable<ReadRow[]>,
  format: Format,
): AsyncGenerator<ReadRow[]> {
  for await (const rows of batches) yield await withRepairsOfBatch(tx, importId, rows, format);
}

async function withRepairsOfBatch(
  tx: Tx,
  importId: string,
  rows: ReadRow[],
  format: Format,
): Promise<ReadRow[]> {
  const keptRows = await listKeptRows(tx, {
    importId,
    from: rows[0]!.row,
    until: rows.at(-1)!.row,
  });
  if (keptRows.length === 0) return rows;
  const byRow = new Map(keptRows.map((row) => [row.row, row]));
  return rows.map((read) => {
    const keptRow = byRow.get(read.row);
    if (!keptRow) return read;
    const { editedValues, editedAsGuest: asGuest, editedDonorId, isGift } = keptRow;
    if (!editedValues && !asGuest && !isGift) return { ...read, editedDonorId };
    const { kind, record } = read;
    return reread(read.row, { record, editedValues }, format, {
      asGuest,
      editedDonorId,
      isGift,
      kind,
    });
  });
}

/**
 * Restores the decisions of users about rows. `classifyDraft` must follow: it decides which of them
 * still hold.
 * @throws HttpError 409 if rows that users had changed are gone, unless `dropRepairs`
 */
export async function redoRepairs(tx: Tx, importId: string, dropRepairs: boolean): Promise<void> {
  const [keptCounts] = await countKeptRows(tx, { importId });
  if (keptCounts!.rows === 0) return;
  const returnedCount = await returnDecisions.count(tx, { importId });
  if (returnedCount < keptCounts!.rows && !dropRepairs)
    throw lost(keptCounts!.rows - returnedCount);
  await deleteKeptRows(tx, { importId });
}
