import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLowWindow } from '../../../lib/browser/use-media';
import { cn } from '../../../lib/cn';
import type { GridColumn } from './columns';
import { GridHead } from './grid-head';
import { GridRow } from './grid-row';
import { GridTotals } from './grid-totals';
import { type CellAt, moveCell } from './keyboard';
import { rowsOfEqualHeight } from './row-layout';
import { scrollBoxToColumn, scrollBoxToRow, scrollPageToRow } from './scroll-to-cell';
import type { Selection } from './selection';
import { useRowWindow } from './use-row-window';
import { LoadingRow, Spacer } from './spacer-rows';

export interface GridTableProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly GridColumn<Row>[];
  rowId: (row: Row) => string;
  rowHeight: number;
  sorted: { id: string; desc: boolean } | undefined;
  onSort: ((column: string) => void) | undefined;
  totals: Partial<Record<string, ReactNode>> | undefined;
  /** The number of all rows that the filters find; null while unknown. */
  rowCount: number | null;
  openId: string | null | undefined;
  onOpen: ((row: Row) => void) | undefined;
  selection: Selection<Row> | undefined;
  selectLabel: ((row: Row) => string) | undefined;
  changedId: string | null | undefined;
  paper: ReactNode;
  onNearEnd: (() => void) | undefined;
}

const headerHeight = 40;
/** The largest height in px. Chromium limits elements to 33,554,428 px. */
const tallest = 30_000_000;
const controls = 'button, a, input, label';
const hint =
  'Arrow keys move, Enter opens the details of a row, Enter again goes into them, ' +
  'Escape closes them.';
const selectHint = 'Space chooses a row, with Shift all rows up to it.';

export function GridTable<Row>(props: GridTableProps<Row>) {
  const {
    label,
    rows,
    columns,
    rowId,
    rowHeight,
    sorted,
    onSort,
    totals,
    rowCount,
    openId,
    onOpen,
    selection,
    selectLabel,
    changedId,
    paper,
    onNearEnd,
  } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<CellAt>({ row: 0, column: 0 });
  const [followed, setFollowed] = useState<typeof openId>(null);
  const focusNext = useRef(false);
  // A row that was opened elsewhere is where the keyboard continues.
  if (openId !== followed) {
    setFollowed(openId);
    const row = rows.findIndex((candidate) => rowId(candidate) === openId);
    if (row >= 0) setActive({ ...active, row });
  }
  const printing = paper !== undefined;
  // The scroll bar and the keyboard cover rows that are not loaded yet.
  const count =
    printing || !onNearEnd
      ? rows.length
      : Math.min(Math.max(rows.length, rowCount ?? 0), Math.floor(tallest / rowHeight));
  const activeCell: CellAt = {
    row: Math.min(active.row, count - 1),
    column: Math.min(active.column, columns.length - 1),
  };

  const layout = useMemo(() => rowsOfEqualHeight(rowHeight), [rowHeight]);
  const isInPage = useLowWindow();
  const inSight = useRowWindow(scroller, layout, count, isInPage);
  const first = printing ? 0 : inSight.first;
  const last = printing ? rows.length - 1 : inSight.last;
  const drawn = rows.slice(first, last + 1);
  const awaited = Math.max(0, last + 1 - Math.max(first, rows.length));
  const above = first * rowHeight;
  const below = (count - 1 - last) * rowHeight;
  // For Tab: the active row, or the first visible one if the active row is not rendered.
  const isActiveRendered =
    activeCell.row >= first && activeCell.row <= last && activeCell.row < rows.length;
  const isHeaderActive = activeCell.row === -1;
  const tabRow =
    isActiveRendered || isHeaderActive ? activeCell.row : Math.min(inSight.top, rows.length - 1);

  useEffect(() => {
    if (onNearEnd && last >= rows.length - 40) onNearEnd();
  }, [last, rows.length, onNearEnd]);

  // A layout effect runs in the same step as its rendering. A later effect could run after the next
  // key, and would give the focus to the previous cell.
  useLayoutEffect(() => {
    if (!focusNext.current) return;
    const cell = scroller.current?.querySelector<HTMLElement>(
      `[data-cell="${activeCell.row}:${activeCell.column}"]`,
    );
    if (!cell) {
      // Keep the focus in the grid until the row is rendered.
      scroller.current?.focus({ preventScroll: true });
      return;
    }
    focusNext.current = false;
    (cell.hasAttribute('tabindex')
      ? cell
      : (cell.querySelector<HTMLElement>('button, a, input') ?? cell)
    ).focus({ preventScroll: true });
  });

  const scrollToRow = (row: number) => {
    const box = scroller.current;
    if (!box) return;
    (isInPage ? scrollPageToRow : scrollBoxToRow)(box, {
      above: row * rowHeight,
      height: rowHeight,
      headerHeight,
      totalsHeight: totals ? headerHeight : 0,
    });
  };

  const scrollToActiveRow = useEffectEvent(() => scrollToRow(activeCell.row));
  useEffect(() => {
    if (openId != null) scrollToActiveRow();
  }, [openId]);

  const go = (next: CellAt) => {
    focusNext.current = true;
    setActive(next);
    if (next.row >= 0) scrollToRow(next.row);
    if (scroller.current) scrollBoxToColumn(scroller.current, next.column);
    const row = rows[next.row];
    if (openId != null && row && rowId(row) !== openId) onOpen?.(row);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const boxHeight = Math.min(scroller.current?.clientHeight ?? 400, window.innerHeight);
    const page = Math.max(1, Math.floor(boxHeight / rowHeight) - 2);
    const next = moveCell(activeCell, event.key, event.ctrlKey || event.metaKey, {
      rows: count,
      columns: columns.length,
      page,
    });
    if (next && !event.altKey) {
      event.preventDefault();
      go(next);
      return;
    }
    if (
      event.key === ' ' &&
      selection &&
      activeCell.row >= 0 &&
      !(event.target as HTMLElement).closest(controls)
    ) {
      event.preventDefault();
      selection.toggle(activeCell.row, event.shiftKey);
      return;
    }
    const row = rows[activeCell.row];
    if (event.key !== 'Enter' || !row || !onOpen || (event.target as HTMLElement).closest(controls))
      return;
    event.preventDefault();
    if (rowId(row) === openId) document.querySelector<HTMLElement>('[data-side-panel] h2')?.focus();
    else onOpen(row);
  };

  const cellOf = (target: EventTarget) =>
    (target as HTMLElement)
      .closest<HTMLElement>('[data-cell]')
      ?.dataset.cell?.split(':')
      .map(Number);
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const place = cellOf(event.target);
    if (!place) return;
    setActive({ row: place[0]!, column: place[1]! });
    if ((event.target as HTMLElement).matches('[data-select]'))
      selection?.toggle(place[0]!, event.shiftKey);
    const row = rows[place[0]!];
    if (row && onOpen && !(event.target as HTMLElement).closest(controls)) onOpen(row);
  };

  const onFocus = (event: FocusEvent<HTMLDivElement>) => {
    const place = cellOf(event.target);
    if (
      place &&
      !focusNext.current &&
      (place[0] !== activeCell.row || place[1] !== activeCell.column)
    )
      setActive({ row: place[0]!, column: place[1]! });
  };

  const minWidth = columns.reduce((width, column) => width + column.width, 0);
  return (
    <div
      ref={scroller}
      data-grid-scroll
      data-rows={rows.length}
      tabIndex={-1}
      className={cn(
        'relative overflow-auto rounded-lg border bg-surface outline-none',
        isInPage ? 'shrink-0' : 'min-h-0 overscroll-contain',
      )}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onClick={onClick}
    >
      <table
        role="grid"
        aria-label={label}
        aria-description={
          [onOpen && hint, selection && selectHint].filter(Boolean).join(' ') || undefined
        }
        aria-multiselectable={selection ? true : undefined}
        aria-rowcount={rowCount === null ? -1 : rowCount + 1}
        aria-colcount={columns.length}
        style={{ minWidth }}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        <colgroup>
          {columns.map((column) => (
            <col key={column.id} style={column.grow ? undefined : { width: column.width }} />
          ))}
        </colgroup>
        <GridHead
          columns={columns}
          inset={selection !== undefined}
          sorted={sorted}
          activeColumn={activeCell.row === -1 ? activeCell.column : null}
          paper={paper}
          onSort={onSort}
        />
        <tbody className={cn(onOpen && '[&>tr[data-row]]:cursor-pointer')}>
          {above > 0 && <Spacer height={above} columns={columns.length} />}
          {drawn.map((row, offset) => {
            const index = first + offset;
            const id = rowId(row);
            return (
              <GridRow
                key={id}
                row={row}
                index={index}
                height={rowHeight}
                columns={columns}
                activeColumn={tabRow === index ? activeCell.column : null}
                open={openId === id}
                selected={selection?.has(id)}
                selectLabel={selectLabel}
                changed={changedId === id}
              />
            );
          })}
          {Array.from({ length: awaited }, (_, offset) => (
            <LoadingRow key={offset} height={rowHeight} columns={columns.length} />
          ))}
          {below > 0 && <Spacer height={below} columns={columns.length} />}
        </tbody>
        {totals && (
          <GridTotals
            columns={columns}
            totals={totals}
            rowIndex={(rowCount ?? rows.length) + 2}
            inset={selection !== undefined}
          />
        )}
      </table>
    </div>
  );
}
