import { type ReactNode } from 'react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { cn } from '../../../lib/cn';
import { type GridColumn } from './columns';
import { firstCellPadding, tabIndexOf } from './grid-row';

export interface GridHeadProps<Row> {
  columns: readonly GridColumn<Row>[];
  sorted: { id: string; desc: boolean } | undefined;
  activeColumn: number | null;
  /** Rows have a checkbox before the text of the first column. */
  inset: boolean;
  /**
   * The header of printed pages. If it is set, the column headers are text without buttons. The
   * browser repeats both on each page.
   */
  paper: ReactNode;
  onSort: ((column: string) => void) | undefined;
}

function describeSort(sorted: { desc: boolean } | undefined) {
  if (!sorted) return 'none';
  return sorted.desc ? 'descending' : 'ascending';
}

/** The sticky header row. The sorted column always shows an arrow, the others under the pointer. */
export function GridHead<Row>({
  columns,
  sorted,
  activeColumn,
  inset,
  paper,
  onSort,
}: GridHeadProps<Row>) {
  return (
    <thead>
      {paper !== undefined && (
        <tr>
          <th colSpan={columns.length} className="pb-2 text-left text-grid font-normal">
            {paper}
          </th>
        </tr>
      )}
      <tr aria-rowindex={1} className="h-10">
        {columns.map((column, index) => {
          const sortOfColumn = sorted?.id === column.id ? sorted : undefined;
          const Arrow = sortOfColumn?.desc ? ArrowDown : ArrowUp;
          const sortable = Boolean(column.sortable && onSort && paper === undefined);
          return (
            <th
              key={column.id}
              scope="col"
              role="columnheader"
              aria-colindex={index + 1}
              aria-sort={sortable ? describeSort(sortOfColumn) : undefined}
              data-cell={`-1:${index}`}
              tabIndex={sortable ? undefined : tabIndexOf(activeColumn, index)}
              className={cn(
                'sticky top-0 z-[2] border-b px-3 text-left text-label font-medium ' +
                  'text-ink-2 outline-offset-[-2px]',
                column.originLabel
                  ? cn(
                      'truncate bg-sunken',
                      columns[index - 1]?.originLabel !== column.originLabel &&
                        'border-l border-l-line-strong',
                    )
                  : 'bg-surface',
                column.align === 'right' && 'text-right',
                index === 0 && cn('left-0 z-[3]', firstCellPadding(inset)),
              )}
            >
              {sortable ? (
                <button
                  type="button"
                  tabIndex={tabIndexOf(activeColumn, index)}
                  onClick={() => onSort?.(column.id)}
                  className={cn(
                    'group/sort inline-flex h-7 items-center gap-1 rounded-sm ' +
                      'font-medium hover:text-ink',
                    column.align === 'right' && 'flex-row-reverse',
                    sortOfColumn && 'text-ink',
                  )}
                >
                  {column.header}
                  <Arrow
                    aria-hidden
                    className={cn(
                      'size-3.5',
                      sortOfColumn
                        ? 'text-accent'
                        : 'opacity-0 group-hover/sort:opacity-60 ' +
                            'group-focus-visible/sort:opacity-60',
                    )}
                  />
                </button>
              ) : (
                <span
                  className={cn(column.header === '' && 'sr-only')}
                  title={column.originLabel && column.header}
                >
                  {column.originLabel && <span className="sr-only">{column.originLabel}: </span>}
                  {column.header}
                </span>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
