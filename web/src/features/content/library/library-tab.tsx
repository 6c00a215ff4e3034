import { type ReactNode, useMemo, useState } from 'react';
import { BookOpen, Lightbulb, type LucideIcon, Mic } from 'lucide-react';
import { Button } from '../../../components/button';
import { ContentGrid } from '../../../components/content-grid';
import { DeleteContent } from '../../../components/delete-content';
import type { GridColumn } from '../../../components/grid/columns';
import { EmptyState } from '../../../components/states';
import { contentWords } from '../../../lib/content-words';
import type { ContentKinds, ContentListOptions } from '../../../lib/queries/content-lists';
import { nuggetColumns, resourceColumns, sermonColumns } from './library-columns';
import { LibraryFilters } from './library-filters';
import type { LibraryKind } from './words';

type Row = ContentKinds[LibraryKind];

const kinds: Record<LibraryKind, { label: string; searchIn: string; icon: LucideIcon; empty: string }> = {
  resources: { label: 'Resources', searchIn: 'Title or description', icon: BookOpen, empty: 'Bible study resources will be listed here.' },
  sermons: { label: 'Sermons', searchIn: 'Title, preacher, tag', icon: Mic, empty: 'The sermons of your church will be listed here.' },
  nuggets: { label: 'Nuggets', searchIn: 'Title, description, tag', icon: Lightbulb, empty: 'Short inspirational videos will be listed here.' },
};

export interface LibraryTabProps {
  kind: LibraryKind;
  options: ContentListOptions;
  onOptions: (next: ContentListOptions) => void;
  onClear: () => void;
  onEdit: (id: string) => void;
  /** The button that adds one. */
  add: ReactNode;
}

/** One kind of the library: its grid, with what can be done. */
export function LibraryTab({ kind, options, onOptions, onClear, onEdit, add }: LibraryTabProps) {
  const [deleting, setDeleting] = useState<Row | null>(null);
  const columns = useMemo(() => {
    const actions = { edit: ({ id }: Row) => onEdit(id), remove: (row: Row) => setDeleting(row) };
    // each kind's own columns, for rows of that kind
    return (kind === 'resources' ? resourceColumns(actions) : kind === 'sermons' ? sermonColumns(actions) : nuggetColumns(actions)) as unknown as GridColumn<Row>[];
  }, [kind, onEdit]);
  const { label, searchIn, icon, empty } = kinds[kind];
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
        empty={<EmptyState icon={icon} title={empty} hint="Members see the active ones." action={add} />}
        emptyFiltered={<EmptyState icon={icon} title={`No ${contentWords[kind].one} matches these filters.`} action={<Button onClick={onClear}>Remove all filters</Button>} />}
      />
      <DeleteContent kind={kind} item={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}
