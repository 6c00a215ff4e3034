import type { ReactNode } from 'react';
import { cn } from '../../../lib/cn';
import type { GridColumn } from './columns';

/** The columns of a card by their place. */
export interface CardColumns<Row> {
  title: GridColumn<Row> | undefined;
  figure: GridColumn<Row> | undefined;
  menu: GridColumn<Row> | undefined;
  lines: readonly GridColumn<Row>[];
}

/** Returns the columns of a card by their place. */
export function placeColumns<Row>(columns: readonly GridColumn<Row>[]): CardColumns<Row> {
  const columnsAt = (place: GridColumn<Row>['card']) =>
    columns.filter((column) => (column.card ?? 'line') === place);
  const [title] = columnsAt('title');
  const [figure] = columnsAt('figure');
  const [menu] = columnsAt('menu');
  return { title, figure, menu, lines: columnsAt('line') };
}

export interface GridCardProps<Row> {
  row: Row;
  columns: CardColumns<Row>;
  /** The position among all rows, from 1, and their number, -1 while unknown. */
  position: number;
  count: number;
  /** Whether the row above, or below, belongs to the same group. Their cards form one card. */
  hasSameGroupAbove: boolean;
  hasSameGroupBelow: boolean;
  isChanged: boolean;
  isChosen: boolean;
  /** The distance to the next card in px. */
  gap: number;
  onOpen: ((row: Row) => void) | undefined;
  /** The checkbox. */
  choice: ReactNode;
}

/** A row of the grid on a phone. */
export function GridCard<Row>({
  row,
  columns: { title, figure, menu, lines },
  position,
  count,
  hasSameGroupAbove,
  hasSameGroupBelow,
  isChanged,
  isChosen,
  gap,
  onOpen,
  choice,
}: GridCardProps<Row>) {
  return (
    <li
      aria-setsize={count}
      aria-posinset={position}
      style={{ marginBottom: gap }}
      className={cn(
        'relative flex rounded-lg border bg-surface p-4',
        hasSameGroupAbove && 'min-h-11 items-center rounded-t-none border-t-0 pt-2',
        hasSameGroupBelow && 'rounded-b-none border-b-0 pb-2',
        isChanged && 'animate-glow',
        isChosen && 'outline-2 outline-accent',
      )}
    >
      {choice}
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-3">
          <CardTitle row={row} onOpen={onOpen} isRepeated={hasSameGroupAbove} column={title}>
            {hasSameGroupAbove && <CardLines row={row} columns={lines} />}
          </CardTitle>
          <span className="flex shrink-0 items-center gap-1">
            {figure && <span className="font-semibold tabular-nums">{figure.cell(row, 0)}</span>}
            {menu && <span className="relative z-[1] -my-2.5 -mr-2.5">{menu.cell(row, 0)}</span>}
          </span>
        </div>
        {!hasSameGroupAbove && (
          <div className="mt-1.5">
            <CardLines row={row} columns={lines} />
          </div>
        )}
      </div>
    </li>
  );
}

interface CardTitleProps<Row> {
  row: Row;
  column: GridColumn<Row> | undefined;
  /** Whether the card above has the same title, so that it is not visible again. */
  isRepeated: boolean;
  onOpen: ((row: Row) => void) | undefined;
  children: ReactNode;
}

function CardTitle<Row>({ row, column, isRepeated, onOpen, children }: CardTitleProps<Row>) {
  const text = (
    <>
      <span className={isRepeated ? 'sr-only' : undefined}>{column?.cell(row, 0)}</span>
      {children}
    </>
  );
  if (!onOpen) return <span className="min-w-0 truncate font-medium">{text}</span>;
  return (
    <button
      type="button"
      onClick={() => onOpen(row)}
      className={
        'min-w-0 truncate text-left font-medium after:absolute after:inset-0 after:rounded-lg'
      }
    >
      {text}
    </button>
  );
}

function CardLines<Row>({ row, columns }: { row: Row; columns: readonly GridColumn<Row>[] }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-grid font-normal text-ink-2">
      {columns.map((column) => (
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
    </span>
  );
}
