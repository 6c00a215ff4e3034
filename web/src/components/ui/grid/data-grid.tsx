import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { noop } from '@tanstack/react-query';
import { useTable } from '@tanstack/react-table';
import { usePhone } from '../../../lib/browser/use-media';
import { FilterBar } from '../overlay/filter-chips';
import { LoadingNote, Skeleton } from '../skeleton';
import { ErrorState } from '../states';
import { type GridColumn, gridFeatures, readSort, toColumnDefs } from './columns';
import type GridCardsType from './grid-cards';
import { GridOptions } from './grid-options';
import { GridTable } from './grid-table';
import { useGridPreferences } from './preferences';
import { type Selectable, useSelection } from './selection';
import type SortMenuType from './sort-menu';
import type TableSelectionBarType from './table-selection-bar';
import { usePrinting } from './use-printing';

// `lazy` loses the type parameters of these components.
const loadBar = () => import('./table-selection-bar');
const preloadBar = () => void loadBar().catch(noop);
const SortMenu = lazy(() => import('./sort-menu')) as unknown as typeof SortMenuType;
const TableSelectionBar = lazy(loadBar) as unknown as typeof TableSelectionBarType;
const GridCards = lazy(() => import('./grid-cards')) as unknown as typeof GridCardsType;

export interface DataGridProps<Row extends object> {
  /** The name under which density and columns are stored on this device. */
  name: string;
  label: string;
  /** Undefined while loading. Must be the same array in each render while nothing changes. */
  rows: readonly Row[] | undefined;
  /** Must be a constant of the module or memoized. */
  columns: readonly GridColumn<Row>[];
  rowId: (row: Row) => string;
  /** On phones, adjacent rows with the same group form one card, whose title is not repeated. */
  groupOf?: (row: Row) => string;
  /** `date` or `-date`. The server sorts. */
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  /** Totals by column, of all rows that the filters find. The grid never adds up its rows. */
  totals?: Partial<Record<string, ReactNode>> | undefined;
  /** The number of all rows that the filters find; null while unknown. */
  rowCount: number | null;
  /** Shown next to the filters: "1,204 donations". */
  countText: ReactNode;
  openId?: string | null;
  onOpen?: (row: Row) => void;
  /** Rows can be selected, for actions, or to be summed up and exported. Phones have no export. */
  selectable?: Selectable<Row>;
  /** The row that was just changed, which is highlighted for a moment. */
  changedId?: string | null;
  /** Loads the next page; undefined if there is none or it is loading. */
  onMore?: (() => void) | undefined;
  /** Loads the missing pages and returns all rows that the filters find, to select all. */
  onAll?: (() => Promise<readonly Row[]>) | undefined;
  error?: unknown;
  errorTitle: string;
  onRetry: () => void;
  empty: ReactNode;
  filters?: ReactNode;
  /** Whether the rows are high enough for cells with two lines of text. */
  tall?: boolean;
  /** The header of each printed page: church, filters and date. */
  paper?: ReactNode;
}

export function DataGrid<Row extends object>(props: DataGridProps<Row>) {
  const {
    name,
    label,
    rows,
    columns,
    rowId,
    sort,
    onSort,
    totals,
    rowCount,
    countText,
    openId,
    onOpen,
    selectable,
    changedId,
    onMore,
  } = props;
  const [preferences, setPreferences] = useGridPreferences(name);
  const printing = usePrinting();
  const phone = usePhone() && !printing;
  const defs = useMemo(() => toColumnDefs(columns), [columns]);
  const sorting = useMemo(() => readSort(sort), [sort]);
  const table = useTable({
    features: gridFeatures,
    columns: defs,
    data: rows ?? (noRows as Row[]),
    getRowId: rowId,
    manualSorting: true,
    state: { sorting, columnVisibility: preferences.hidden },
  });
  const visible = table
    .getVisibleLeafColumns()
    .map((column) => column.id)
    .join();
  const shownColumns = useMemo(
    () =>
      columns.filter(
        (column) => visible.split(',').includes(column.id) && !(printing && column.widget),
      ),
    [columns, visible, printing],
  );
  const model = table.getRowModel().rows;
  const shownRows = useMemo(() => model.map((row) => row.original), [model]);

  const hasError = Boolean(props.error);
  const hasRows = !hasError && rows !== undefined && rows.length > 0;

  const selection = useSelection(shownRows, rowId, selectable?.filter);
  const hasAllRows = rowCount !== null && shownRows.length >= rowCount;

  const toggleSort =
    onSort && ((id: string) => onSort(sorting[0]?.id === id && !sorting[0].desc ? `-${id}` : id));
  const sortable = columns.filter((column) => column.sortable);

  return (
    <div
      className="flex min-h-0 flex-1 flex-col gap-3"
      {...(selectable ? { onPointerEnter: preloadBar, onFocus: preloadBar } : {})}
    >
      <FilterBar
        end={
          <>
            {/* Reserves room for the count, so that the bar gets no second line later. */}
            <span
              className="mr-2 text-right text-grid text-ink-2 tabular-nums lg:min-w-40"
              role="status"
            >
              {countText}
            </span>
            {!phone && (
              <GridOptions columns={columns} preferences={preferences} onChange={setPreferences} />
            )}
          </>
        }
      >
        {props.filters}
        {phone && onSort && sortable.length > 0 && (
          <Suspense fallback={<Skeleton className="h-control w-28" />}>
            <SortMenu columns={sortable} sort={sort} onSort={onSort} />
          </Suspense>
        )}
      </FilterBar>
      {hasError && (
        <Frame>
          <ErrorState title={props.errorTitle} error={props.error} onRetry={props.onRetry} />
        </Frame>
      )}
      {!hasError && !rows && <GridSkeleton />}
      {!hasError && rows?.length === 0 && <Frame>{props.empty}</Frame>}
      {hasRows && phone && (
        <Suspense fallback={<GridSkeleton />}>
          <GridCards
            label={label}
            rows={shownRows}
            columns={shownColumns}
            rowId={rowId}
            groupOf={props.groupOf}
            rowCount={rowCount}
            totals={totals}
            onOpen={onOpen}
            changedId={changedId}
            onNearEnd={onMore}
            selection={selection}
            selectable={selectable}
            hasAllRows={hasAllRows}
          />
        </Suspense>
      )}
      {hasRows && !phone && (
        <GridTable
          label={label}
          rows={shownRows}
          columns={shownColumns}
          rowId={rowId}
          rowHeight={(preferences.density === 'compact' ? 32 : 40) + (props.tall ? 16 : 0)}
          sorted={sorting[0]}
          onSort={toggleSort}
          totals={totals}
          rowCount={rowCount}
          openId={openId}
          onOpen={onOpen}
          selection={printing ? undefined : selectable && selection}
          paper={printing ? (props.paper ?? label) : undefined}
          selectLabel={selectable?.label}
          changedId={changedId}
          onNearEnd={onMore}
        />
      )}
      {hasRows && !phone && selectable && selection.chosen.length > 0 && (
        <Suspense>
          <TableSelectionBar
            selection={selection}
            selectable={selectable}
            loaded={shownRows.length}
            hasAllRows={hasAllRows}
            rowCount={rowCount}
            onAll={props.onAll}
          />
        </Suspense>
      )}
    </div>
  );
}

const noRows: never[] = [];

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="rounded-lg border bg-surface">{children}</div>
);

function GridSkeleton() {
  return (
    <div className="overflow-hidden rounded-lg border bg-surface">
      <LoadingNote />
      <div className="h-10 border-b" />
      {Array.from({ length: 9 }, (_, index) => (
        <div key={index} className="flex h-10 items-center gap-6 border-b px-5 last:border-0">
          <Skeleton className="h-3.5 w-44" />
          <Skeleton className="h-3.5 w-24" />
          <Skeleton className="h-3.5 w-32 max-sm:hidden" />
          <Skeleton className="ml-auto h-3.5 w-20" />
        </div>
      ))}
    </div>
  );
}
