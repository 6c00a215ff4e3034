import { type ReactNode, useMemo, useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { contentWords } from '../../lib/content/content-words';
import { plural } from '../../lib/format';
import { recentlyChangedId } from '../../lib/content/list-search';
import {
  type ContentKind,
  type ContentKinds,
  type ContentListOptions,
  contentListQuery,
} from '../../lib/queries/content-lists';
import { LazyBulkActions, PreloadBulkActions } from './bulk-lazy';
import { ChoiceChip } from '../ui/overlay/filter-chips';
import type { GridColumn } from '../ui/grid/columns';
import { DataGrid } from '../ui/grid/data-grid';
import type { Selectable } from '../ui/grid/selection';
import { pageAsRows, usePages } from '../ui/grid/use-pages';
import { SearchInput } from '../ui/form/search-input';

export interface ContentGridProps<Kind extends ContentKind> {
  kind: Kind;
  label: string;
  /** Must be memoized. */
  columns: readonly GridColumn<ContentKinds[Kind]>[];
  options: ContentListOptions;
  /** Called with the options that change. An undefined value removes an option. */
  onOptions: (next: ContentListOptions) => void;
  searchIn: string;
  /** Further filters. */
  filters?: ReactNode;
  onOpen: (row: ContentKinds[Kind]) => void;
  empty: ReactNode;
  emptyFiltered: ReactNode;
  changedId?: string | null;
}

const idOf = ({ id }: { id: string }) => id;
const states = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
];

/** A list of one kind of content as a grid, with search, sorting, pages and bulk actions. */
export function ContentGrid<Kind extends ContentKind>({
  kind,
  label,
  columns,
  options,
  onOptions,
  searchIn,
  filters,
  onOpen,
  empty,
  emptyFiltered,
  changedId = null,
}: ContentGridProps<Kind>) {
  const words = contentWords[kind];
  const list = useInfiniteQuery(contentListQuery(kind, options));
  const [cameBack] = useState(recentlyChangedId);
  const { rows, onMore } = usePages(list, pageAsRows<ContentKinds[Kind]>);
  const selectable = useMemo<Selectable<ContentKinds[Kind]>>(
    () => ({
      label: (row) => `Choose ${row.title}`,
      actions: (chosenRows, deselect) => (
        <LazyBulkActions kind={kind} words={words} chosen={chosenRows} deselect={deselect} />
      ),
    }),
    [kind, words],
  );
  const { sort, ...filter } = options;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <PreloadBulkActions>
      <DataGrid
        name={kind}
        label={label}
        rows={rows}
        columns={columns}
        rowId={idOf}
        tall
        sort={sort ?? '-date'}
        onSort={(next) => onOptions({ sort: next })}
        rowCount={rows && !onMore ? rows.length : null}
        countText={
          rows &&
          rows.length > 0 &&
          (onMore
            ? `${plural(rows.length, words.one, words.many)} so far`
            : plural(rows.length, words.one, words.many))
        }
        onOpen={onOpen}
        selectable={selectable}
        changedId={changedId ?? cameBack}
        onMore={onMore}
        error={rows ? null : list.error}
        errorTitle={`The ${words.many} could not be loaded.`}
        onRetry={() => void list.refetch()}
        empty={isFiltered ? emptyFiltered : empty}
        filters={
          <>
            <SearchInput
              label={`Search ${words.many}`}
              placeholder={searchIn}
              value={options.q ?? ''}
              onChange={(q) => onOptions({ q: q === '' ? undefined : q })}
            />
            {filters}
            <ChoiceChip
              label="Status"
              value={options.active}
              options={states}
              onChange={(active) => onOptions({ active })}
            />
          </>
        }
      />
    </PreloadBulkActions>
  );
}
