import type { ImportMapping } from '#libs/contracts';
import {
  decidingKind,
  isCovered,
  placeColumns,
  type AmountColumn,
  type DecidingColumn,
} from '#libs/csv';
import { isRedundantColumn, sourceById } from '../sources/index.js';

/**
 * The columns that say that some rows are no gifts, if neither the mapping nor a user has given
 * them a meaning.
 */
function undecidedColumns(
  deciding: readonly DecidingColumn[],
  { columns, fundColumns, unusedColumns: unused = [], source }: ImportMapping,
  header: string[],
): DecidingColumn[] {
  const fundColumnIndexes = (fundColumns ?? []).map(({ column }) => column);
  const dealtWith = new Set([...Object.values(columns), ...fundColumnIndexes, ...unused]);
  const knownSource = sourceById(source);
  return deciding.filter(
    (column) =>
      !dealtWith.has(column.index) &&
      !isCovered(column, columns, header) &&
      !(knownSource && isRedundantColumn(knownSource, column.header)),
  );
}

/**
 * Gives each undecided column a meaning that no other column has. If there is no such meaning, a
 * user has to decide. A user also has to decide about a column of refunds if the rows are divided
 * into parts, because such a column is about the whole row and not about one part.
 */
export function placeUndecided(
  mapping: ImportMapping,
  deciding: readonly DecidingColumn[],
  header: string[],
): ReturnType<typeof placeColumns> {
  const undecided = undecidedColumns(deciding, mapping, header);
  const isRefundOfWholeRow = ({ kind }: DecidingColumn) =>
    Boolean(mapping.fundColumns) && kind === 'refund';
  const { columns, placed, unplaced } = placeColumns(
    mapping.columns,
    undecided.filter((column) => !isRefundOfWholeRow(column)),
  );
  return { columns, placed, unplaced: [...unplaced, ...undecided.filter(isRefundOfWholeRow)] };
}

/** The columns that a user marked as unused, and about which the program would otherwise ask. */
export function stillUnused(
  { unusedColumns: unused = [] }: ImportMapping,
  columns: ImportMapping['columns'],
  header: string[],
  amounts: readonly AmountColumn[],
): number[] {
  const used = new Set(Object.values(columns));
  const amountColumnIndexes = new Set(amounts.map(({ index }) => index));
  const isAsked = (index: number) =>
    amountColumnIndexes.has(index) || decidingKind(header[index] ?? '') !== null;
  return unused.filter((index) => !used.has(index) && isAsked(index));
}
