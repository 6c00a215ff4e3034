import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cn } from '../../../lib/cn';
import { type GridColumn } from './columns';
import { GridCard, placeColumns } from './grid-card';
import { MeasuredRows } from './measured-rows';
import type { Selectable, Selection } from './selection';
import SelectionBar from './selection-bar';
import { useRowWindow } from './use-row-window';

export interface GridCardsProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly GridColumn<Row>[];
  rowId: (row: Row) => string;
  groupOf: ((row: Row) => string) | undefined;
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
  groupOf,
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

  /** Whether a row belongs to the same group as the row above it. */
  const isSameGroup = (index: number): boolean => {
    const [above, row] = [rows[index - 1], rows[index]];
    return groupOf !== undefined && !!above && !!row && groupOf(above) === groupOf(row);
  };
  const gapAfter = (index: number): number => (isSameGroup(index + 1) ? 0 : gap);

  useLayoutEffect(() => {
    const cards = [
      ...(list.current?.querySelectorAll<HTMLElement>(':scope > [aria-posinset]') ?? []),
    ];
    layout.measured(
      first,
      cards.map((card, offset) => card.getBoundingClientRect().height + gapAfter(first + offset)),
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

  const places = placeColumns(columns);
  const { title, figure } = places;
  const choice = selectable && 'actions' in selectable ? selectable : null;
  // Only one of the two bars is shown, because they have the same position.
  const isChoosing = choice !== null && selection.chosen.length > 0;

  return (
    <div>
      <ul ref={list} aria-label={label}>
        <Spacer height={layout.topOf(first)} />
        {rows.slice(first, last + 1).map((row, offset) => (
          <GridCard
            key={rowId(row)}
            row={row}
            columns={places}
            position={first + offset + 1}
            count={rowCount ?? -1}
            hasSameGroupAbove={isSameGroup(first + offset)}
            hasSameGroupBelow={isSameGroup(first + offset + 1)}
            gap={gapAfter(first + offset)}
            isChanged={changedId === rowId(row)}
            isChosen={choice !== null && selection.has(rowId(row))}
            onOpen={onOpen}
            choice={
              choice && (
                <CardChoice
                  label={choice.label(row)}
                  isChosen={selection.has(rowId(row))}
                  onToggle={() => selection.toggle(first + offset, false)}
                />
              )
            }
          />
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

interface CardChoiceProps {
  label: string;
  isChosen: boolean;
  onToggle: () => void;
}

function CardChoice({ label, isChosen, onToggle }: CardChoiceProps) {
  return (
    <label
      className={'relative z-[1] -mt-1.5 -mb-3 -ml-3.5 grid size-11 shrink-0 place-items-center'}
    >
      <input
        type="checkbox"
        aria-label={label}
        className="size-4.5 accent-(--accent)"
        checked={isChosen}
        onChange={onToggle}
      />
    </label>
  );
}
