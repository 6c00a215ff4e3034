import type { ReactNode } from 'react';
import { cn } from '../../../lib/cn';
import type { GridColumn } from './columns';
import { firstCellPadding } from './grid-row';

export interface GridTotalsProps<Row> {
  columns: readonly GridColumn<Row>[];
  totals: Partial<Record<string, ReactNode>>;
  /** The position of the totals among all rows, as screen readers count them. */
  rowIndex: number;
  /** Rows have a checkbox before the text of the first column. */
  inset: boolean;
}

/** The row of totals, which stays at the bottom of a grid that scrolls in a box. */
export function GridTotals<Row>({ columns, totals, rowIndex, inset }: GridTotalsProps<Row>) {
  return (
    <tfoot>
      <tr aria-rowindex={rowIndex} className="h-10">
        {columns.map((column, index) => (
          <td
            key={column.id}
            role="gridcell"
            aria-colindex={index + 1}
            className={cn(
              'sticky bottom-0 z-[2] truncate border-t border-line-strong ' +
                'bg-surface px-3 text-grid font-semibold',
              column.align === 'right' && 'text-right tabular-nums',
              index === 0 && cn('left-0 z-[3]', firstCellPadding(inset)),
            )}
          >
            {totals[column.id]}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
