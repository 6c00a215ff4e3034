import type { ImportField, RowState } from '#libs/contracts';
import { rowMessage } from '#libs/csv';
import type { Tx } from '#libs/database';
import type { Table } from '#libs/downloads';
import type { ImportRecord } from './import.query.js';
import { reasonColumn } from '../reading/layouts.js';
import { toVerdict } from '../classification/stored-verdict.js';
import { statedValues } from '../reading/read-row.js';
import { listRowsByState, type LeftOutRow } from './left-out.sql.js';

const templateFields = ['email', 'amount', 'paymentMethod', 'date', 'campaign', 'notes'] as const;
const namedFields = [
  'email',
  'name',
  'firstName',
  'lastName',
  'amount',
  'paymentMethod',
  'date',
  'campaign',
  'notes',
  'transactionId',
] as const;

/**
 * Returns the rows of an import that are in some states, with their reasons, as a table to correct
 * and upload again. Its columns are those of the template for a file of the template, otherwise those
 * of the church's file, so that the import reads it as it read that file.
 */
export async function leftOutTable(
  tx: Tx,
  { id, format, details }: ImportRecord,
  states: RowState[],
): Promise<Pick<Table, 'columns' | 'rows'>> {
  const columns = details.mapping?.columns ?? {};
  const rows = await listRowsByState(tx, { importId: id, states });
  const byMeaning = (fields: readonly ImportField[], headers: readonly string[]) => ({
    columns: columnsOf([...headers, 'reason']),
    rows: rows.map((row) => {
      const values = statedValues(row, columns);
      return [...fields.map((field) => values[field] ?? null), reasonOf(row)];
    }),
  });
  if (format === 'template') {
    const headers = templateFields.map((field) => field.toLowerCase());
    return byMeaning(templateFields, headers);
  }
  // without a header, and in imports of earlier versions, which did not store the cells of the file
  const lacksCells = details.headerRow === 0 || rows.some(({ record }) => record === null);
  if (lacksCells) return byMeaning(namedFields, namedFields);

  const said = new Set(rows.flatMap((row) => Object.keys(row.said ?? {}) as ImportField[]));
  const added = [...said].filter((field) => columns[field] === undefined);
  return {
    columns: columnsOf([...details.header, reasonColumn, ...added]),
    rows: rows.map((row) => [
      ...inTheirColumns(row, details.header.length, columns),
      reasonOf(row),
      ...added.map((field) => row.said?.[field] ?? null),
    ]),
  };
}

const columnsOf = (headers: readonly string[]) => headers.map((header) => ({ header }));

/** The file's cells, with what a person set in their place. */
function inTheirColumns(
  { record, said }: LeftOutRow,
  count: number,
  columns: Partial<Record<ImportField, number>>,
): string[] {
  const cells = Array.from({ length: count }, (_, index) => record![index] ?? '');
  for (const [field, value] of Object.entries(said ?? {})) {
    const index = columns[field as ImportField];
    if (index !== undefined) cells[index] = value;
  }
  return cells;
}

/** Why a row was left out; a row that a user skipped may have no other reason. */
function reasonOf(row: LeftOutRow): string {
  const verdict = toVerdict(row);
  const message = verdict ? rowMessage(row.row, verdict) : row.message;
  return message ?? 'Set aside';
}
