import type { z } from 'zod';
import {
  unidentifiedGiver,
  type ImportField,
  type ImportRow,
  type importRowsQuery,
  type ImportRowsSum,
  type RowVerdict,
} from '#libs/contracts';
import { issueMessage, rowMessage, type NameRow } from '#libs/csv';
import type { Tx } from '#libs/database';
import { readCursor } from '#libs/http';
import { toDecimal } from '#libs/money';
import { fullName, nameOfNameless } from '../../donor/donors.js';
import { toVerdict } from '../classification/stored-verdict.js';
import { isName } from '../givers/givers.js';
import { statedValues } from '../reading/read-row.js';
import { listReviewedRows, sumRows, type ReviewedRow } from './import-rows.sql.js';
import { columnsOf, rowNamesOf } from './details.js';
import type { ImportRecord } from './import.query.js';
import { filterValues, type RowFilter } from './row-filter.js';

type Columns = Parameters<typeof statedValues>[1];

/** The sum of all rows that a filter finds. */
export async function sumOfRows(
  tx: Tx,
  importId: string,
  filter: RowFilter,
): Promise<ImportRowsSum> {
  const [sum] = await sumRows(tx, filterValues(importId, filter));
  return { rows: sum!.rows, amount: toDecimal(sum!.amount) };
}

/** Lists rows of an import in the order of the file. */
export async function importRows(
  tx: Tx,
  record: ImportRecord,
  { limit, cursor, ...filter }: z.output<typeof importRowsQuery>,
): Promise<{ rows: ImportRow[]; next: unknown[] | null }> {
  const [after = 0] = readCursor(cursor, ['int']) ?? [];
  const page = { after, limit: limit + 1 };
  const reviewedRows = await listReviewedRows(tx, { ...filterValues(record.id, filter), ...page });
  const pageRows = reviewedRows.slice(0, limit);
  const draft = describeDraft(record);
  return {
    rows: pageRows.map((row) => toRow(row, draft)),
    next: reviewedRows.length > limit ? [pageRows.at(-1)!.row] : null,
  };
}

/** What the rows of a draft have in common. */
interface ReviewedDraft {
  columns: Columns;
  /** how many columns a file has whose rows are divided; null if they are not */
  columnsOfParts: number | null;
  nameRow: NameRow;
}

function describeDraft({ details }: ImportRecord): ReviewedDraft {
  const { mapping, header } = details;
  return {
    columns: columnsOf(details),
    columnsOfParts: mapping?.fundColumns ? header.length : null,
    nameRow: rowNamesOf(details),
  };
}

/** Returns the cells of a row as in the file, without the cells that were added for its parts. */
function cellsOf({ record }: ReviewedRow, { columnsOfParts }: ReviewedDraft): string[] {
  if (record === null) return [];
  return columnsOfParts === null ? record : record.slice(0, columnsOfParts);
}

function toRow(stored: ReviewedRow, draft: ReviewedDraft): ImportRow {
  const { columns, nameRow } = draft;
  const { row, state, problem } = stored;
  const verdict = toVerdict(stored);
  const values = statedValues(stored, columns);
  return {
    row,
    rowName: nameRow(row),
    state,
    message: verdict ? rowMessage(row, verdict, nameRow) : stored.message,
    problem,
    values,
    issues: issuesOf(row, verdict, nameRow),
    record: cellsOf(stored, draft),
    read: {
      date: stored.date,
      amount: stored.amount === null ? null : toDecimal(stored.amount),
      paymentMethod: stored.paymentMethod,
      campaign: stored.campaign,
    },
    changed: changedFields(stored),
    repaired: stored.repaired,
    donor: donorOf(stored),
    candidates: stored.candidates ?? [],
    proposal: proposalOf(stored),
    likeRow: stored.shownRow,
    likeRowName: stored.shownRow === null ? null : nameRow(stored.shownRow),
    like: likeOf(stored),
  };
}

function issuesOf(row: number, verdict: RowVerdict | null, nameRow: NameRow): ImportRow['issues'] {
  if (verdict?.state !== 'rejected') return [];
  return verdict.issues.map((issue) => ({
    field: issue.field,
    message: issueMessage(row, issue, nameRow),
  }));
}

/** Lists the fields that a user has set. The time of day belongs to the date. */
function changedFields({ record, editedValues }: ReviewedRow): ImportField[] {
  if (!record || !editedValues) return [];
  const fields = Object.keys(editedValues) as ImportField[];
  return fields.filter((field) => field !== 'time' && field !== 'timeZone');
}

function donorOf(stored: ReviewedRow): ImportRow['donor'] {
  if (stored.donorId)
    return { id: stored.donorId, name: stored.donorName!, kind: stored.donorKind! };
  if (!stored.asGuest) return null;
  return {
    id: '00000000-0000-0000-0000-000000000000',
    name: guestLabel(stored),
    kind: 'guest',
  };
}

function guestLabel({ firstName, lastName, email }: ReviewedRow): string {
  const name = fullName(firstName, lastName);
  if (isName(name)) return name;
  return email ? nameOfNameless(email) : unidentifiedGiver;
}

function proposalOf({ proposedAction, proposedAmount }: ReviewedRow): ImportRow['proposal'] {
  if (!proposedAction) return null;
  return { amount: proposedAction === 'void' ? null : toDecimal(proposedAmount!) };
}

function likeOf(stored: ReviewedRow): ImportRow['like'] {
  if (!stored.likeId) return null;
  return {
    donationId: stored.likeId,
    date: stored.likeDay!,
    amount: toDecimal(stored.likeAmount!),
    paymentMethod: stored.likeMethod!,
    importId: stored.likeImport,
  };
}
