import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowDownUp } from 'lucide-react';
import { cn } from '../../lib/cn';
import { contentWords } from '../../lib/content/content-words';
import { plural } from '../../lib/format';
import { recentlyChangedId } from '../../lib/content/list-search';
import {
  cardsAtOnce,
  type ContentKind,
  type ContentKinds,
  type ContentListOptions,
  contentListQuery,
} from '../../lib/queries/content-lists';
import { LazyBulkActions, PreloadBulkActions } from './bulk-lazy';
import { Button } from '../ui/button';
import { FilterBar } from '../ui/overlay/filter-chips';
import { useSelection } from '../ui/grid/selection';
import SelectionBar from '../ui/grid/selection-bar';
import { Menu } from '../ui/overlay/menu';
import { LoadingNote, Skeleton } from '../ui/skeleton';
import { ErrorState } from '../ui/states';

export interface ContentCardsProps<Kind extends ContentKind> {
  kind: Kind;
  label: string;
  options: ContentListOptions;
  sorts: readonly { value: string; label: string }[];
  onSort: (sort: string | undefined) => void;
  filters: ReactNode;
  empty: ReactNode;
  /** Renders one card. `choose` is its checkbox. */
  card: (row: ContentKinds[Kind], choose: ReactNode) => ReactNode;
  /** The class of the list that says how many cards fit in a row. */
  columns: string;
  /** The item that was just changed, which is highlighted for a moment. */
  changedId?: string | null;
}

const idOf = ({ id }: { id: string }) => id;

/** A list of one kind of content as cards, with search, sorting, pages and bulk actions. */
export function ContentCards<Kind extends ContentKind>({
  kind,
  label,
  options,
  sorts,
  onSort,
  filters,
  empty,
  card,
  columns,
  changedId = null,
}: ContentCardsProps<Kind>) {
  const words = contentWords[kind];
  const list = useInfiniteQuery(contentListQuery(kind, options, cardsAtOnce));
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.body) ?? [], [list.data]);
  const selection = useSelection(rows, idOf);
  const [glows, setGlows] = useState(recentlyChangedId);
  useEffect(() => {
    const timer = window.setTimeout(() => setGlows(null), 3000);
    return () => window.clearTimeout(timer);
  }, []);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const sorted = sorts.find(({ value }) => value === options.sort);
  return (
    <PreloadBulkActions className="space-y-6 sm:space-y-8">
      <FilterBar
        end={
          selection.chosen.length > 0 ? (
            <div className="flex flex-wrap items-center gap-1">
              <SelectionBar
                selection={selection}
                selectable={{
                  label: ({ title }) => title,
                  actions: (chosenItems, deselect) => (
                    <LazyBulkActions
                      kind={kind}
                      words={words}
                      chosen={chosenItems}
                      deselect={deselect}
                    />
                  ),
                }}
                loaded={rows.length}
                hasAllRows={!hasNextPage}
              />
            </div>
          ) : (
            <span className="text-grid text-ink-2 tabular-nums" role="status">
              {list.data &&
                rows.length > 0 &&
                (hasNextPage
                  ? `${plural(rows.length, words.one, words.many)} so far`
                  : plural(rows.length, words.one, words.many))}
            </span>
          )
        }
      >
        {filters}
        <Menu
          trigger={
            <Button variant="ghost" size="sm">
              <ArrowDownUp aria-hidden className="size-4" />
              <span className="sr-only">Order: </span>
              {sorted?.label ?? sorts[0]?.label}
            </Button>
          }
          entries={sorts.map((sort) => ({
            kind: 'choice',
            ...sort,
            chosen: sort.value === (options.sort ?? sorts[0]?.value),
            onSelect: () => onSort(sort.value === '' ? undefined : sort.value),
          }))}
        />
      </FilterBar>
      {list.data && rows.length === 0 && (
        <div className="rounded-lg border bg-surface">{empty}</div>
      )}
      {rows.length > 0 && (
        <ul aria-label={label} className={cn('grid gap-4', columns)}>
          {rows.map((row, index) => (
            <li
              key={row.id}
              className={cn(
                'relative flex flex-col overflow-hidden rounded-lg border bg-surface',
                (glows ?? changedId) === row.id && 'animate-glow',
                selection.has(row.id) && 'outline-2 outline-accent',
              )}
            >
              {card(
                row,
                <label
                  className={
                    'grid size-8 shrink-0 place-items-center rounded-md bg-surface ' +
                    'touch:size-11'
                  }
                >
                  <input
                    type="checkbox"
                    aria-label={`Choose ${row.title}`}
                    className="size-4 accent-(--accent)"
                    checked={selection.has(row.id)}
                    onChange={(event) =>
                      selection.toggle(
                        index,
                        event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey,
                      )
                    }
                  />
                </label>,
              )}
            </li>
          ))}
        </ul>
      )}
      {!list.data && list.error && (
        <div className="rounded-lg border bg-surface">
          <ErrorState
            title={`The ${words.many} could not be loaded.`}
            error={list.error}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        </div>
      )}
      {!list.data && !list.error && (
        <div className={cn('grid gap-4', columns)}>
          <LoadingNote />
          {Array.from({ length: 6 }, (_, index) => (
            <div key={index} className="space-y-3 rounded-lg border bg-surface p-4">
              <Skeleton className="h-4 w-3/5" />
              <Skeleton className="h-3.5 w-full" />
              <Skeleton className="h-3.5 w-2/5" />
              <Skeleton className="h-20 w-full" />
            </div>
          ))}
        </div>
      )}
      {hasNextPage && (
        <div className="flex justify-center">
          <Button
            pending={isFetchingNextPage}
            pendingLabel="Loading…"
            onClick={() => void fetchNextPage()}
          >
            Show more {words.many}
          </Button>
        </div>
      )}
    </PreloadBulkActions>
  );
}
