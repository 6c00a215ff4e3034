import { memo, type ReactNode } from 'react';
import { cn } from '../../lib/cn';
import { type GridColumn } from './columns';

export interface GridRowProps<Row> {
  row: Row;
  index: number;
  height: number;
  /** The visible ones; the same array from render to render, or every row renders again. */
  columns: readonly GridColumn<Row>[];
  /** Column of the cell that holds the focus or would get it; null in all other rows. */
  activeColumn: number | null;
  open: boolean;
  changed: boolean;
}

function GridRowPlain<Row>({ row, index, height, columns, activeColumn, open, changed }: GridRowProps<Row>): ReactNode {
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={open}
      data-row={index}
      style={{ height }}
      className={cn(
        'group cursor-default transition-colors duration-120',
        open ? 'bg-accent-soft' : 'bg-surface hover:bg-sunken',
        changed && 'animate-glow',
      )}
    >
      {columns.map((column, at) => (
        <td
          key={column.id}
          role="gridcell"
          aria-colindex={at + 1}
          data-cell={`${index}:${at}`}
          tabIndex={column.widget ? undefined : activeColumn === at ? 0 : -1}
          className={cn(
            'truncate border-b bg-inherit px-3 text-grid outline-offset-[-2px]',
            column.align === 'right' && 'text-right tabular-nums',
            at === 0 && 'sticky left-0 z-[1] pl-4 font-medium sm:pl-5',
          )}
        >
          {column.cell(row, activeColumn === at ? 0 : -1)}
        </td>
      ))}
    </tr>
  );
}

export const GridRow = memo(GridRowPlain) as typeof GridRowPlain;
