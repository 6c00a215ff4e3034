import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cn } from '../../../lib/cn';
import { type GridColumn } from './columns';
import { MeasuredRows } from './measured-rows';
import type { Selectable, Selection } from './selection';
import SelectionBar from './selection-bar';
import { useRowWindow } from './use-row-window';

export interface GridCardsProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly GridColumn<Row>[];
  rowId: (row: Row) => string;
  /** The number of all rows that the filters find; null while unknown. */
  rowCount: number | null;
  totals: Partial<Record<string, ReactNode>> | undefined;
  onOpen: ((row: Row) => void) | undefined;
  changedId: string | null | undefined;
  onNearEnd: (() => void) | undefined;
  selection: Selection<Row>;
  /** Cards can be selected only for actions. Phones have no export. */
  selectable: Selectable<Row> | undefined;
  /** Whether the rows are all that the filters find. */
  hasAllRows: boolean;
}

/** The usual height of a card and the gap below it, in px. */
const cardHeight = 84;
const gap = 8;
/** The position above the bar with the page's buttons. */
const aboveActionBar =
  'sticky bottom-[calc(var(--above-actions)+var(--action-bar))] z-10 mt-2 rounded-t-lg border ' +
  'border-line-strong bg-surface shadow-float';

/** The grid on a phone: a card for each row, and a bar with the totals that stays visible. */
export default function GridCards<Row>({
  label,
  rows,
  columns,
  rowId,
  rowCount,
  totals,
  onOpen,
  changedId,
  onNearEnd,
  selection,
  selectable,
  hasAllRows,
}: GridCardsProps<Row>) {
  const list = useRef<HTMLUListElement>(null);
  const [layout] = useState(() => new MeasuredRows(cardHeight));
  layout.resize(rows.length);
  const { first, last } = useRowWindow(list, layout, rows.length, true);

  useLayoutEffect(() => {
    const cards = [
      ...(list.current?.querySelectorAll<HTMLElement>(':scope > [aria-posinset]') ?? []),
    ];
    layout.measured(
      first,
      cards.map((card) => card.getBoundingClientRect().height + gap),
    );
  });
  useEffect(() => {
    const forget = () => {
      layout.forget();
    };
    window.addEventListener('resize', forget);
    return () => {
      window.removeEventListener('resize', forget);
    };
  }, [layout]);
  useEffect(() => {
    if (onNearEnd && last >= rows.length - 40) onNearEnd();
  }, [last, rows.length, onNearEnd]);

  const columnsAt = (place: GridColumn<Row>['card']) =>
    columns.filter((column) => (column.card ?? 'line') === place);
  const [title] = columnsAt('title');
  const [figure] = columnsAt('figure');
  const [menu] = columnsAt('menu');
  const lines = columnsAt('line');
  const choice = selectable && 'actions' in selectable ? selectable : null;
  // Only one of the two bars is shown, because they have the same position.
  const isChoosing = choice !== null && selection.chosen.length > 0;

  return (
    <div>
      <ul ref={list} aria-label={label}>
        <Spacer height={layout.topOf(first)} />
        {rows.slice(first, last + 1).map((row, offset) => (
          <li
            key={rowId(row)}
            aria-setsize={rowCount ?? -1}
            aria-posinset={first + offset + 1}
            style={{ marginBottom: gap }}
            className={cn(
              'relative flex rounded-lg border bg-surface p-4',
              changedId === rowId(row) && 'animate-glow',
              choice && selection.has(rowId(row)) && 'outline-2 outline-accent',
            )}
          >
            {choice && (
              <label
                className={
                  'relative z-[1] -mt-1.5 -mb-3 -ml-3.5 grid size-11 shrink-0 ' +
                  'place-items-center'
                }
              >
                <input
                  type="checkbox"
                  aria-label={choice.label(row)}
                  className="size-4.5 accent-(--accent)"
                  checked={selection.has(rowId(row))}
                  onChange={() => selection.toggle(first + offset, false)}
                />
              </label>
            )}
            <div className="min-w-0 flex-1">
              <div className="flex items-baseline justify-between gap-3">
                {onOpen ? (
                  <button
                    type="button"
                    onClick={() => onOpen(row)}
                    className={
                      'min-w-0 truncate text-left font-medium after:absolute ' +
                      'after:inset-0 after:rounded-lg'
                    }
                  >
                    {title?.cell(row, 0)}
                  </button>
                ) : (
                  <span className="min-w-0 truncate font-medium">{title?.cell(row, 0)}</span>
                )}
                <span className="flex shrink-0 items-center gap-1">
                  {figure && (
                    <span className="font-semibold tabular-nums">{figure.cell(row, 0)}</span>
                  )}
                  {menu && (
                    <span className="relative z-[1] -my-2.5 -mr-2.5">{menu.cell(row, 0)}</span>
                  )}
                </span>
              </div>
              <div
                className={
                  'mt-1.5 flex flex-wrap items-center ' + 'gap-x-3 gap-y-1 text-grid text-ink-2'
                }
              >
                {lines.map((column) => (
                  <span
                    key={column.id}
                    className={cn(
                      column.widget && 'relative z-[1] last:ml-auto',
                      column.wide && 'min-w-0 basis-full',
                    )}
                  >
                    {column.cell(row, 0)}
                  </span>
                ))}
              </div>
            </div>
          </li>
        ))}
        <Spacer height={layout.topOf(rows.length) - layout.topOf(last + 1)} />
      </ul>
      {isChoosing && (
        <div
          role="group"
          aria-label="What is chosen"
          data-cards-bar="tall"
          className={cn(
            aboveActionBar,
            'flex flex-wrap items-center justify-between gap-1 p-1 [&_button]:min-h-11 ' +
              '[&_button]:min-w-11',
          )}
        >
          <SelectionBar
            selection={selection}
            selectable={choice}
            loaded={rows.length}
            hasAllRows={hasAllRows}
            rowCount={rowCount}
          />
        </div>
      )}
      {totals && !isChoosing && (
        <dl
          data-cards-bar
          className={cn(
            aboveActionBar,
            'flex items-baseline justify-between gap-3 px-4 py-3 font-semibold',
          )}
        >
          <dt>{title && totals[title.id]}</dt>
          <dd className="tabular-nums">{figure && totals[figure.id]}</dd>
        </dl>
      )}
    </div>
  );
}

/**
 * Takes the space of the cards that are not rendered. It is an element and not padding, because the
 * browser anchors the scroll position to elements.
 */
const Spacer = ({ height }: { height: number }) => <li aria-hidden style={{ height }} />;
