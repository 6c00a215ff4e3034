import type { ImportField, RowState } from '#libs/contracts';
import { asRowOfFile, rowMessage, type NameRow } from '#libs/csv';
import type { Tx } from '#libs/database';
import type { Table } from '#libs/downloads';
import { columnsOf, rowNamesOf, type Details } from './details.js';
import type { ImportRecord } from './import.query.js';
import { reasonColumn } from '../reading/layouts.js';
import { toVerdict } from '../classification/stored-verdict.js';
import { statedValues, type Values } from '../reading/read-row.js';
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
 * Returns the rows of an import that are in one of the given states, with the reason of each row,
 * as a table that the user can correct and upload again. If the file had the template's format, the
 * table has the template's columns. Otherwise it has the columns of the church's file, so that it
 * is read with the same mapping. If the file has no header, or cells were not stored, the
 * columns have the names of fields (`namedFields`).
 */
export async function leftOutTable(
  tx: Tx,
  { id, format, details }: ImportRecord,
  states: RowState[],
): Promise<Pick<Table, 'columns' | 'rows'>> {
  const columns = columnsOf(details);
  const nameRow = rowNamesOf(details);
  const rows = await listRowsByState(tx, { importId: id, states });
  const byMeaning = (fields: readonly ImportField[], headers: readonly string[]) => ({
    columns: columnsFor([...headers, 'reason']),
    rows: rows.map((row) => {
      const values = statedValues(row, columns);
      return [...fields.map((field) => values[field] ?? null), reasonOf(row, nameRow)];
    }),
  });
  if (format === 'template') {
    const headers = templateFields.map((field) => field.toLowerCase());
    return byMeaning(templateFields, headers);
  }
  // A file without a header has no column names to repeat. Earlier versions of the program did not
  // store the cells of the file.
  const lacksCells = details.headerRow === 0 || rows.some(({ record }) => record === null);
  if (lacksCells) return byMeaning(namedFields, namedFields);

  const corrected = rows.map((row) => withValues(row, details));
  const addedFields = [
    ...new Set(corrected.flatMap(({ others }) => Object.keys(others))),
  ] as ImportField[];
  return {
    columns: columnsFor([...details.header, reasonColumn, ...addedFields]),
    rows: rows.map((row, index) => {
      const { cells, others } = corrected[index]!;
      return [
        ...cells,
        reasonOf(row, nameRow),
        ...addedFields.map((field) => others[field] ?? null),
      ];
    }),
  };
}

const columnsFor = (headers: readonly string[]) => headers.map((header) => ({ header }));

/**
 * Returns the cells of the file with the values that a user set, and the values for which the file
 * has no column.
 */
function withValues(
  { row, record, editedValues }: LeftOutRow,
  { header, mapping }: Details,
): { cells: string[]; others: Values } {
  const file = asRowOfFile({ row, record: record! }, mapping ?? { columns: {} }, header.length);
  const { cells, columns } = file;
  const others: Values = {};
  for (const [field, value] of Object.entries(editedValues ?? {}) as [ImportField, string][]) {
    const index = columns[field];
    if (index === undefined) others[field] = value;
    else cells[index] = value;
  }
  return { cells, others };
}

/** Says why a row was left out. The only reason may be that a user skipped it. */
function reasonOf(row: LeftOutRow, nameRow: NameRow): string {
  const verdict = toVerdict(row);
  const message = verdict ? rowMessage(row.row, verdict, nameRow) : row.message;
  return message ?? 'Skipped';
}
