import { memo, type ReactNode } from 'react';
import { cn } from '../../../lib/cn';
import { type GridColumn } from './columns';

export interface GridRowProps<Row> {
  row: Row;
  index: number;
  height: number;
  /** The visible columns. Must be the same array in each render, or every row is rendered again. */
  columns: readonly GridColumn<Row>[];
  /** The column of the cell that has the focus or would receive it; null in all other rows. */
  activeColumn: number | null;
  open: boolean;
  /** Undefined if rows cannot be selected. */
  selected: boolean | undefined;
  selectLabel: ((row: Row) => string) | undefined;
  changed: boolean;
}

/** The padding of the first column, with space for the checkbox. */
export const firstCellPadding = (selectable: boolean) => (selectable ? 'pl-12' : 'pl-4 sm:pl-5');

/** Returns the `tabIndex` of a column: only the active one can be reached with Tab. */
export const tabIndexOf = (activeColumn: number | null, column: number) =>
  activeColumn === column ? 0 : -1;

/** The grid handles the click, because it needs the Shift key. */
const noop = () => undefined;

function GridRowPlain<Row>({
  row,
  index,
  height,
  columns,
  activeColumn,
  open,
  selected,
  selectLabel,
  changed,
}: GridRowProps<Row>): ReactNode {
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-current={open || undefined}
      data-row={index}
      style={{ height }}
      className={cn(
        'group cursor-default transition-colors duration-120',
        open || selected ? 'bg-accent-soft' : 'bg-surface hover:bg-sunken',
        changed && 'animate-glow',
      )}
    >
      {columns.map((column, columnIndex) => (
        <td
          key={column.id}
          role="gridcell"
          aria-colindex={columnIndex + 1}
          data-cell={`${index}:${columnIndex}`}
          tabIndex={column.widget ? undefined : tabIndexOf(activeColumn, columnIndex)}
          className={cn(
            'truncate border-b bg-inherit px-3 text-grid outline-offset-[-2px]',
            column.align === 'right' && 'text-right tabular-nums',
            column.originLabel &&
              cn(
                'text-ink-2',
                columns[columnIndex - 1]?.originLabel !== column.originLabel &&
                  'border-l border-l-line-strong',
              ),
            columnIndex === 0 &&
              cn('sticky left-0 z-[1] font-medium', firstCellPadding(selected !== undefined)),
          )}
        >
          {columnIndex === 0 && selected !== undefined && (
            // The checkbox cannot be focused. Space on any cell of the row does the same.
            <label className="absolute inset-y-0 left-0 grid w-12 place-items-center">
              <input
                type="checkbox"
                data-select
                tabIndex={-1}
                aria-label={selectLabel?.(row)}
                checked={selected}
                onChange={noop}
                className="size-4 accent-(--accent)"
              />
            </label>
          )}
          {column.cell(row, tabIndexOf(activeColumn, columnIndex))}
        </td>
      ))}
    </tr>
  );
}

export const GridRow = memo(GridRowPlain) as typeof GridRowPlain;
