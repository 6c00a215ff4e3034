import type { z } from 'zod';
import type { ImportField, repairImportRows, RowAction } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { badRequest, conflict } from '#libs/http';
import { classifyDraft } from '../classification/classify-draft.js';
import type { Decision } from '../classification/row-facts.js';
import { putRows } from '../classification/rows.js';
import { toVerdict } from '../classification/stored-verdict.js';
import { foldGivers } from '../givers/fold.js';
import { formatOf } from '../reading/format.js';
import { readAsBefore, statedValues, type Values } from '../reading/read-row.js';
import { changeOfRow, type RowChange } from './change-of-row.js';
import { columnsOf, rowNamesOf } from './details.js';
import { toDraft } from './drafts.js';
import {
  findNamesakes,
  listDecidableRows,
  listDraftRows,
  markRepaired,
  removeDecisions,
  storeDecisions,
  storeSaidDonors,
  storeSure,
  type DecidableRow,
  type DraftRow,
} from './draft-rows.sql.js';
import type { ImportRecord } from './import.query.js';
import { filterValues } from './row-filter.js';

type Repair = z.output<typeof repairImportRows>;

const rowsAtOnce = 1_000;

interface Change {
  row: number;
  change: RowChange;
}

/**
 * Applies an action to rows of a draft, and classifies the draft again.
 * @returns the number of rows that changed
 * @throws HttpError 409 if it applies to none of the rows that are named, unless it was done to
 *   them before
 */
export async function repairRows(tx: Tx, record: ImportRecord, repair: Repair): Promise<number> {
  const { action } = repair;
  const decidableRows = await listDecidableRows(tx, filterValues(record.id, repair));
  const setsAmount = repair.values?.amount !== undefined;
  const outcomes = decidableRows.map((row) => ({
    row: row.row,
    outcome: outcomeOf(action, row, setsAmount),
  }));
  const foreign = outcomes.find(({ outcome }) => outcome === 'needsDollars');
  if (foreign) throw conflict(foreignCurrencyMessage(rowNamesOf(record.details)(foreign.row)));
  const changes = outcomes.flatMap(({ row, outcome }): Change[] =>
    typeof outcome === 'string' ? [] : [{ row, change: outcome }],
  );
  if (changes.length === 0) {
    // A filter that finds no rows anymore repeats a request that was carried out before.
    const isDone = outcomes.some(({ outcome }) => outcome === 'done');
    if (isDone || (!repair.rows && decidableRows.length === 0)) return 0;
    throw conflict(refusals[action]);
  }
  await apply(tx, record, repair, changes);
  await foldGivers(tx, record.id);
  await classifyDraft(tx, toDraft(record));
  return changes.length;
}

/** An amount in another currency is never taken as dollars without the user's answer. */
const foreignCurrencyMessage = (rowName: string) =>
  `Row ${rowName}: The amount is in another currency. Enter how many US dollars it is.`;

const outcomeOf = (action: RowAction, row: DecidableRow, setsAmount: boolean) =>
  changeOfRow(action, {
    verdict: toVerdict(row)!,
    isRepaired: row.repaired,
    hasRecord: row.hasRecord,
    isGuest: row.asGuest,
    setsAmount,
  });

const refusals: Record<RowAction, string> = {
  set: 'These rows are already recorded. Keep them as other gifts first.',
  guest: 'These rows are already recorded. Keep them as other gifts first.',
  setAside: 'These rows are already recorded, so that they are skipped anyway.',
  accept: 'None of these rows can be kept: they have errors, or refund a gift that was not found.',
  correct: 'None of these rows changes a gift that is recorded.',
  reset: 'What the file said in these rows is no longer known.',
};

async function apply(
  tx: Tx,
  record: ImportRecord,
  repair: Repair,
  changes: Change[],
): Promise<void> {
  const importId = record.id;
  const { action, values } = repair;
  const rows = changes.map(({ row }) => row);
  const rowsWhere = (predicate: (change: RowChange) => unknown) =>
    changes.filter(({ change }) => predicate(change)).map(({ row }) => row);
  await markRepaired(tx, { importId, rows, isRepaired: action !== 'reset' });

  const sure = rowsWhere(({ isSure }) => isSure);
  if (sure.length > 0) await storeSure(tx, { importId, rows: sure, isSure: true });
  if (action === 'reset' || values?.date !== undefined || values?.amount !== undefined)
    await storeSure(tx, { importId, rows, isSure: false });

  if (action === 'set' || action === 'guest' || action === 'reset')
    await removeDecisions(tx, { importId, rows, alsoSkips: action === 'reset' });
  await decide(tx, importId, changes);
  await nameMembers(
    tx,
    record,
    rowsWhere(({ isMember }) => isMember),
  );

  const rowsToReadAgain = rowsWhere(({ readAgain }) => readAgain);
  if (rowsToReadAgain.length > 0) await rewrite(tx, record, repair, rowsToReadAgain);
  await inBatches(
    tx,
    importId,
    rowsWhere(({ readsAsGift }) => readsAsGift),
    (batch) =>
      readAgain(
        tx,
        record,
        batch.map((row) => ({ ...withValues(row, record, values ?? {}, false), isGift: true })),
      ),
  );
}

async function decide(tx: Tx, importId: string, changes: Change[]): Promise<void> {
  const decisions = changes.flatMap(({ row, change: { decision } }) =>
    decision === undefined ? [] : [{ row, decision }],
  );
  if (decisions.length === 0) return;
  const column = <Value>(value: (decision: Decision) => Value) =>
    decisions.map(({ decision }) => decision && value(decision));
  await storeDecisions(tx, {
    importId,
    rows: decisions.map(({ row }) => row),
    kinds: column(({ kind }) => kind),
    donations: column(({ gift }) => gift?.donationId ?? null),
    giftRows: column(({ gift }) => gift?.row ?? null),
    proposedActions: column((decision) => actOf(decision)),
    amounts: column(({ amount }) => amount),
    versions: column(({ version }) => version),
  });
}

function actOf({ kind, amount }: Decision): 'correct' | 'void' | null {
  if (kind !== 'accept') return null;
  return amount === null ? 'void' : 'correct';
}

/** @throws HttpError 400 if several members have the name of a row */
async function nameMembers(
  tx: Tx,
  { id: importId, details }: ImportRecord,
  rows: number[],
): Promise<void> {
  if (rows.length === 0) return;
  const namesakes = Map.groupBy(await findNamesakes(tx, { importId, rows }), ({ row }) => row);
  const several = [...namesakes].find(([, members]) => members.length > 1);
  if (several)
    throw badRequest(
      `Row ${rowNamesOf(details)(several[0])}: Several members have this name. Choose one by ` +
        'their email address.',
    );
  await storeSaidDonors(tx, {
    importId,
    rows: [...namesakes.keys()],
    donors: [...namesakes.values()].map(([member]) => member!.donorId),
  });
}

/**
 * Sets values of rows, or restores the values of the file. Stores only values that differ from the
 * file.
 */
async function rewrite(
  tx: Tx,
  record: ImportRecord,
  { action, values = {} }: Repair,
  rowNumbers: number[],
): Promise<void> {
  if (action === 'set' && Object.keys(values).length === 0)
    throw badRequest('Say which values to set.');
  await inBatches(tx, record.id, rowNumbers, (rows) =>
    readAgain(
      tx,
      record,
      rows.map((row) =>
        action === 'reset' ? asInFile(row) : withValues(row, record, values, action === 'guest'),
      ),
    ),
  );
}

const asInFile = (row: DraftRow): DraftRow => ({
  ...row,
  editedValues: null,
  editedAsGuest: false,
  editedDonorId: null,
  isGift: false,
});

function withValues(
  row: DraftRow,
  record: ImportRecord,
  values: Values,
  isGuest: boolean,
): DraftRow {
  const filed = statedValues({ record: row.record, editedValues: null }, columnsOf(record.details));
  const editedValues = {
    ...row.editedValues,
    ...(values.date === undefined ? {} : dayAlone),
    ...trimmed(values),
  };
  const differs = ([field, value]: [string, string]) =>
    value !== (filed[field as ImportField] ?? '');
  const namesMember = values.email !== undefined;
  return {
    ...row,
    editedValues: Object.fromEntries(Object.entries(editedValues).filter(differs)),
    editedAsGuest: isGuest || (row.editedAsGuest && !namesMember),
    editedDonorId: isGuest || namesMember ? null : row.editedDonorId,
  };
}

/**
 * A date that a user sets is a date at the church. The time in the file is dropped, because it
 * could change the date.
 */
const dayAlone = { time: '', timeZone: '' };

const trimmed = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value.trim()]));

async function inBatches(
  tx: Tx,
  importId: string,
  rowNumbers: number[],
  work: (rows: DraftRow[]) => Promise<void>,
): Promise<void> {
  for (let index = 0; index < rowNumbers.length; index += rowsAtOnce)
    await work(
      await listDraftRows(tx, { importId, rows: rowNumbers.slice(index, index + rowsAtOnce) }),
    );
}

/** Reads rows of a draft again, with the edits of users. Call `classifyDraft` afterwards. */
export async function readAgain(tx: Tx, record: ImportRecord, rows: DraftRow[]): Promise<void> {
  if (rows.length === 0) return;
  const format = await formatOf(tx, record);
  await putRows(
    tx,
    toDraft(record),
    rows.map((row) => readAsBefore(row, format)),
  );
}
