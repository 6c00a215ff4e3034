import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { ContentGrid } from '../../../components/content/content-grid';
import { DeleteContent } from '../../../components/content/delete-content';
import type { GridColumn } from '../../../components/ui/grid/columns';
import { Skeleton } from '../../../components/ui/skeleton';
import type { ContentKinds, ContentListOptions } from '../../../lib/queries/content-lists';
import {
  type LibraryActions,
  nuggetColumns,
  resourceColumns,
  sermonColumns,
} from './library-columns';
import { LibraryFilters } from './library-filters';
import type { LibraryKind } from './words';

type Row = ContentKinds[LibraryKind];

// The empty state is loaded on demand, because most grids have rows.
const LibraryEmpty = lazy(() => import('./library-empty'));

const kinds: Record<LibraryKind, { label: string; searchIn: string }> = {
  resources: { label: 'Resources', searchIn: 'Title or description' },
  sermons: { label: 'Sermons', searchIn: 'Title, preacher, tag' },
  nuggets: { label: 'Nuggets', searchIn: 'Title, description, tag' },
};

const createColumns: {
  [Kind in LibraryKind]: (
    actions: LibraryActions<ContentKinds[Kind]>,
  ) => GridColumn<ContentKinds[Kind]>[];
} = {
  resources: resourceColumns,
  sermons: sermonColumns,
  nuggets: nuggetColumns,
};

export interface LibraryTabProps<Kind extends LibraryKind> {
  kind: Kind;
  options: ContentListOptions;
  onOptions: (next: ContentListOptions) => void;
  onClear: () => void;
  onEdit: (id: string) => void;
  /** The button that adds an item. */
  add: ReactNode;
}

/** One kind of the library: its grid and its actions. */
export function LibraryTab<Kind extends LibraryKind>({
  kind,
  options,
  onOptions,
  onClear,
  onEdit,
  add,
}: LibraryTabProps<Kind>) {
  const [deleting, setDeleting] = useState<Row | null>(null);
  const columns = useMemo(() => {
    const actions = { edit: ({ id }: Row) => onEdit(id), remove: (row: Row) => setDeleting(row) };
    return createColumns[kind](actions);
  }, [kind, onEdit]);
  const { label, searchIn } = kinds[kind];
  const empty = (onNone?: () => void) => (
    <Suspense fallback={<Skeleton className="h-52 w-full" />}>
      <LibraryEmpty kind={kind} add={add} {...(onNone ? { onClear: onNone } : {})} />
    </Suspense>
  );
  return (
    <>
      <ContentGrid
        kind={kind}
        label={label}
        columns={columns}
        options={options}
        onOptions={onOptions}
        searchIn={searchIn}
        filters={<LibraryFilters kind={kind} options={options} onOptions={onOptions} />}
        onOpen={({ id }) => onEdit(id)}
        empty={empty()}
        emptyFiltered={empty(onClear)}
      />
      <DeleteContent kind={kind} item={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}
