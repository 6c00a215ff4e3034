import { type ReactNode, useEffect, useRef } from 'react';
import { cn } from '../../lib/cn';
import { type GridColumn } from './columns';

export interface GridCardsProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly GridColumn<Row>[];
  rowId: (row: Row) => string;
  totals: Partial<Record<string, ReactNode>> | undefined;
  onOpen: ((row: Row) => void) | undefined;
  changedId: string | null | undefined;
  onNearEnd: (() => void) | undefined;
}

/**
 * The grid on a phone: a card for each row, the same totals in a bar that stays. Cards differ in
 * height, so the browser itself skips those out of sight (`content-visibility`).
 */
export default function GridCards<Row>({ label, rows, columns, rowId, totals, onOpen, changedId, onNearEnd }: GridCardsProps<Row>) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const mark = end.current;
    if (!mark || !onNearEnd) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onNearEnd();
      },
      { rootMargin: '2000px' },
    );
    watch.observe(mark);
    return () => {
      watch.disconnect();
    };
  }, [onNearEnd]);

  const of = (place: GridColumn<Row>['card']) => columns.filter((column) => (column.card ?? 'line') === place);
  const [title] = of('title');
  const [figure] = of('figure');
  const lines = of('line');

  return (
    <div>
      <ul aria-label={label} className="space-y-2">
        {rows.map((row) => (
          <li
            key={rowId(row)}
            className={cn(
              'relative rounded-lg border bg-surface p-4 [contain-intrinsic-size:auto_84px] [content-visibility:auto]',
              changedId === rowId(row) && 'animate-glow',
            )}
          >
            <div className="flex items-baseline justify-between gap-3">
              {onOpen ? (
                <button type="button" onClick={() => onOpen(row)} className="min-w-0 truncate text-left font-medium after:absolute after:inset-0 after:rounded-lg">
                  {title?.cell(row, 0)}
                </button>
              ) : (
                <span className="min-w-0 truncate font-medium">{title?.cell(row, 0)}</span>
              )}
              {figure && <span className="shrink-0 font-semibold tabular-nums">{figure.cell(row, 0)}</span>}
            </div>
            <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-grid text-ink-2">
              {lines.map((column) => (
                <span key={column.id} className={cn(column.widget && 'relative z-[1] last:ml-auto', column.wide && 'min-w-0 basis-full')}>
                  {column.cell(row, 0)}
                </span>
              ))}
            </div>
          </li>
        ))}
      </ul>
      <div ref={end} />
      {totals && (
        <dl className="sticky bottom-[65px] z-10 mt-2 flex items-baseline justify-between gap-3 rounded-t-lg border border-line-strong bg-surface px-4 py-3 font-semibold shadow-float">
          <dt>{title && totals[title.id]}</dt>
          <dd className="tabular-nums">{figure && totals[figure.id]}</dd>
        </dl>
      )}
    </div>
  );
}
