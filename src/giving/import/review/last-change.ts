import type { DonationImport } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { conflict } from '#libs/http';
import { classifyDraft } from '../classification/classify-draft.js';
import type { Draft } from '../classification/draft.js';
import { foldGivers } from '../givers/fold.js';
import { setRowByRowJoins } from '../planner.sql.js';
import { deleteKeptRows } from './keep-changes.sql.js';
import {
  copyAnswers,
  copyRows,
  takeChangeNumber,
  deleteAnswersHere,
  deleteAnswersOf,
  deleteCopies,
  findLastChange,
  forgetChange,
  forgetChangesUntil,
  forgetHistory,
  insertChange,
  keepTouchedRows,
  listUntouchedAnswers,
  restoreAnswers,
  restoreAnswersHere,
  restoreRows,
  type ChangeAction,
} from './last-change.sql.js';

/** The number of changes of a draft that can be undone one by one. */
const maxKeptChanges = 30;

/**
 * Changes rows of a draft so that the change can be undone. Keeps the earlier state of every row
 * that the change affects, and for an answer about givers the earlier answers. Call it once in a
 * transaction.
 * @param work returns how many rows the change was about
 */
export async function runUndoableChange(
  tx: Tx,
  importId: string,
  action: ChangeAction,
  work: () => Promise<number>,
): Promise<void> {
  const isAnswer = action === 'givers';
  await deleteCopies(tx, { importId });
  await copyRows(tx, { importId });
  const [before] = isAnswer ? await copyAnswers(tx, { importId }) : [];
  const rows = await work();
  const [change] = await takeChangeNumber(tx, { importId });
  const { number } = change!;
  const answers = before && (await withoutOverwritten(tx, before.answers));
  await insertChange(tx, {
    importId,
    number,
    action,
    rows,
    givers: before?.givers ?? null,
    answers: answers ?? null,
  });
  await setRowByRowJoins(tx, { setting: 'off' });
  const touched = await keepTouchedRows.count(tx, { importId, number });
  await setRowByRowJoins(tx, { setting: 'on' });
  await deleteCopies(tx, { importId });
  if (touched === 0 && !isAnswer) await forgetChange(tx, { importId, number });
  else await forgetChangesUntil(tx, { importId, last: number - maxKeptChanges });
}

/** The answers that this change has replaced or deleted. Only these need to be restored. */
async function withoutOverwritten<Answer extends { key: string }>(
  tx: Tx,
  answers: Answer[],
): Promise<Answer[]> {
  const untouched = new Set((await listUntouchedAnswers(tx)).map(({ key }) => key));
  return answers.filter(({ key }) => !untouched.has(key));
}

/** Deletes what is only needed to change a draft, because the import is no longer a draft. */
export async function forgetChanges(tx: Tx, importId: string): Promise<void> {
  await forgetHistory(tx, { importId });
  await deleteKeptRows(tx, { importId });
}

/** Describes the change that `undoLastChange` would undo. */
export async function lastChange(tx: Tx, importId: string): Promise<DonationImport['undo']> {
  const [change] = await findLastChange(tx, { importId });
  return change ?? null;
}

/**
 * Undoes the last change of a draft: the rows are as they were before it, and are classified again.
 * @param number the change that the user wants to undo. Nothing happens if it is already undone.
 * @throws HttpError 409 if there is no change, or if the draft was changed again after `number`
 */
export async function undoLastChange(tx: Tx, draft: Draft, number?: number): Promise<void> {
  const importId = draft.id;
  const change = await lastChange(tx, importId);
  if (number !== undefined && change && change.number > number)
    throw conflict('Something else was changed since. Look again before you take it back.');
  if (number !== undefined && (change?.number ?? 0) < number) return;
  if (!change) throw conflict('There is nothing to undo.');
  const undone = { importId, number: change.number };
  await setRowByRowJoins(tx, { setting: 'off' });
  await restoreRows(tx, undone);
  await setRowByRowJoins(tx, { setting: 'on' });
  if (change.action === 'givers') await restoreGiverAnswers(tx, undone);
  await forgetChange(tx, undone);
  await foldGivers(tx, importId);
  await classifyDraft(tx, draft);
}

async function restoreGiverAnswers(
  tx: Tx,
  change: { importId: string; number: number },
): Promise<void> {
  await deleteAnswersHere(tx, { importId: change.importId });
  await restoreAnswersHere(tx, change);
  await deleteAnswersOf(tx, change);
  await restoreAnswers(tx, change);
}
