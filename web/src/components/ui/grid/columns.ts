import { type ReactNode } from 'react';
import {
  columnVisibilityFeature,
  createColumnHelper,
  metaHelper,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';

export interface GridColumn<Row> {
  id: string;
  header: string;
  /**
   * The width in px. With `grow` it is the minimum width, and the column shares the remaining
   * space.
   */
  width: number;
  grow?: boolean;
  align?: 'right';
  sortable?: boolean;
  /** The user cannot hide this column. The first column can never be hidden. */
  fixed?: boolean;
  /** The cell contains one control, which takes the focus instead of the cell. */
  widget?: boolean;
  /** Controls in the cell must use `tabIndex`, so that the grid stays one stop for the Tab key. */
  cell: (row: Row, tabIndex: 0 | -1) => ReactNode;
  /** The position on a phone's card: `line` is below title and figure, `menu` in the corner. */
  card?: 'title' | 'figure' | 'menu' | 'line' | 'hidden';
  /** The value takes a whole line of the card. */
  wide?: boolean;
  /**
   * The heading over columns with the original data from which the columns before them were made.
   * They are separated and less prominent.
   */
  originLabel?: string;
}

interface GridColumnMeta extends Omit<GridColumn<never>, 'cell'> {
  render: (row: unknown, tabIndex: 0 | -1) => ReactNode;
}

/** The server sorts. The grid only shows the order and requests another one. */
export const gridFeatures = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: metaHelper<GridColumnMeta>(),
});
export type GridFeatures = typeof gridFeatures;

/** Converts the columns of this program into column definitions of TanStack Table. */
export function toColumnDefs<Row extends object>(columns: readonly GridColumn<Row>[]) {
  const helper = createColumnHelper<GridFeatures, Row>();
  return columns.map((column, index) =>
    helper.display({
      id: column.id,
      header: column.header,
      enableHiding: index > 0 && !column.fixed,
      enableSorting: column.sortable ?? false,
      meta: { ...column, render: column.cell as GridColumnMeta['render'] },
    }),
  );
}

/** Converts `-date` into the sorting state of the table. */
export function readSort(sort: string | undefined): { id: string; desc: boolean }[] {
  if (!sort) return [];
  return [sort.startsWith('-') ? { id: sort.slice(1), desc: true } : { id: sort, desc: false }];
}
