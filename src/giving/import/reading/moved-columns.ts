import type { ImportMapping, ImportQuestion } from '#libs/contracts';
import { ask, type Inspection, type MovedColumn } from '#libs/csv';
import type { RememberedLayout } from './layouts.js';

/**
 * Compares the content of the columns of a file with the last file that had the same header. If
 * amounts or dates seem to be in another column, the suggestion follows the content, and a user is
 * asked.
 * @returns the mapping of the file, and the question
 */
export function followContent(
  { mapping, suggested: before }: RememberedLayout,
  { header, mapping: { columns: now } }: Inspection,
): { mapping: ImportMapping; moved: ImportQuestion[] } {
  const moves = (['amount', 'date'] as const).flatMap((field): Move[] => {
    const [from, to] = [before?.[field], now[field]];
    const isMoved = from !== undefined && from !== to;
    return isMoved && !(field === 'amount' && areFunds(mapping, from, to))
      ? [{ field, from, to }]
      : [];
  });
  if (moves.length === 0) return { mapping, moved: [] };
  return { mapping: moves.reduce(withMove, mapping), moved: [askMovedColumns(moves, header)] };
}

/**
 * Whether every column has a fund of its own. Which of them has the most amounts differs from file
 * to file.
 * @param to undefined if no column of the file has enough amounts
 */
const areFunds = ({ fundColumns }: ImportMapping, from: number, to: number | undefined): boolean =>
  [from, to ?? from].every((index) => fundColumns?.some(({ column }) => column === index));

/**
 * A field, its former column, and the column that seems to hold it now; undefined if no column
 * does.
 */
interface Move {
  field: 'amount' | 'date';
  from: number;
  to: number | undefined;
}

function askMovedColumns(moves: Move[], header: readonly string[]): ImportQuestion {
  const moved = moves.map(({ field, from, to }): MovedColumn => ({
    field,
    from: header[from] ?? '',
    to: to === undefined ? null : (header[to] ?? ''),
  }));
  const columns = moves.flatMap(({ from, to = from }) => [from, to]);
  return {
    kind: 'movedColumns',
    message: ask.movedColumns(moved),
    samples: moved.flatMap(({ from, to }) => (to === null ? [from] : [from, to])),
    columns: [...new Set(columns)],
  };
}

/** The former column is left out. A field that no column seems to hold stays where it was. */
function withMove(mapping: ImportMapping, { field, from, to }: Move): ImportMapping {
  if (to === undefined) return mapping;
  const otherColumns = Object.entries(mapping.columns).filter(([, index]) => index !== to);
  const columns = { ...Object.fromEntries(otherColumns), [field]: to };
  const isFree = !Object.values(columns).includes(from);
  const { unusedColumns = [] } = mapping;
  return { ...mapping, columns, unusedColumns: isFree ? [...unusedColumns, from] : unusedColumns };
}
