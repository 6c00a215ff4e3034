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
  /** Width in px; with `grow` the least width, and the column shares what is left. */
  width: number;
  grow?: boolean;
  align?: 'right';
  sortable?: boolean;
  /** Can't be switched off in the column choice. The first column never can. */
  fixed?: boolean;
  /** The cell holds one control, which then takes the focus in the cell's place. */
  widget?: boolean;
  /** A control in the cell takes `tabIndex`, so that the grid stays one stop for the Tab key. */
  cell: (row: Row, tabIndex: 0 | -1) => ReactNode;
  /** Where it stands on a phone's card; `line` puts it below title and figure, `menu` in the corner. */
  card?: 'title' | 'figure' | 'menu' | 'line' | 'hidden';
  /** Takes a line of the card for itself. */
  wide?: boolean;
  /** Stands apart from the columns before it, quieter, as what they were made of; its header says so in this word. */
  originLabel?: string;
}

interface GridColumnMeta extends Omit<GridColumn<never>, 'cell'> {
  render: (row: unknown, tabIndex: 0 | -1) => ReactNode;
}

/** Sorting is the server's: the grid only shows and asks for it. */
export const gridFeatures = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: metaHelper<GridColumnMeta>(),
});
export type GridFeatures = typeof gridFeatures;

/** Our plain column description as TanStack column definitions. */
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

/** `-date` ⇄ the sorting state of the table. */
export function readSort(sort: string | undefined): { id: string; desc: boolean }[] {
  if (!sort) return [];
  return [sort.startsWith('-') ? { id: sort.slice(1), desc: true } : { id: sort, desc: false }];
}
