import type { ImportField, RowState } from '#libs/contracts';
import { csvLine, rowMessage } from '#libs/csv';
import type { Tx } from '#libs/database';
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
 * Rows of an import with their reasons, as a file to mend: in the template's format in its own columns, else in
 * those of the church's file, so that it comes back through the same door and is read as that was.
 */
export async function leftOut(
  tx: Tx,
  { id, format, details }: ImportRecord,
  states: RowState[],
): Promise<string> {
  const columns = details.mapping?.columns ?? {};
  const rows = await listRowsByState(tx, { importId: id, states });
  const values = (row: LeftOutRow) => statedValues(row, columns);
  const of = (fields: readonly ImportField[], headers: readonly string[]) =>
    [
      csvLine([...headers, 'reason']),
      ...rows.map((row) => csvLine([...fields.map((field) => values(row)[field]), reasonOf(row)])),
    ].join('');
  if (format === 'template')
    return of(
      templateFields,
      templateFields.map((field) => field.toLowerCase()),
    );
  // without a header, or where the file's own cells were not kept yet, by meaning
  if (details.headerRow === 0 || rows.some(({ record }) => record === null))
    return of(namedFields, namedFields);

  const said = new Set(rows.flatMap((row) => Object.keys(row.said ?? {}) as ImportField[]));
  const added = [...said].filter((field) => columns[field] === undefined);
  return [
    csvLine([...details.header, reasonColumn, ...added]),
    ...rows.map((row) =>
      csvLine([
        ...inTheirColumns(row, details.header.length, columns),
        reasonOf(row),
        ...added.map((field) => row.said?.[field]),
      ]),
    ),
  ].join('');
}

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
