import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import type { ContentKind } from '../../lib/queries/content-lists';
import { buttonClass } from '../ui/button';
import type { GridColumn } from '../ui/grid/columns';
import { Menu } from '../ui/overlay/menu';
import { ActiveSwitch } from './active-switch';

interface Shown {
  id: string;
  title: string;
  isActive: boolean;
}

/** The first column: the title, with a less prominent line below it. */
export const titleColumn = <Row extends Shown>(
  header: string,
  line: (row: Row) => string,
): GridColumn<Row> => ({
  id: 'title',
  header,
  width: 220,
  grow: true,
  sortable: true,
  card: 'title',
  cell: (row) => (
    <>
      <span className="block truncate">{row.title}</span>
      <span className="block truncate text-label font-normal text-ink-2">{line(row)}</span>
    </>
  ),
});

/** The last two columns: whether members see the item, and its menu. */
export const endColumns = <Row extends Shown>(
  kind: ContentKind,
  actions: { edit: (row: Row) => void; remove: (row: Row) => void },
): GridColumn<Row>[] => [
  {
    id: 'status',
    header: 'Status',
    width: 150,
    widget: true,
    cell: (row, tabIndex) => <ActiveSwitch kind={kind} item={row} tabIndex={tabIndex} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    width: 80,
    widget: true,
    fixed: true,
    align: 'right',
    card: 'menu',
    cell: (row, tabIndex) => (
      <Menu
        align="end"
        trigger={
          <button
            type="button"
            tabIndex={tabIndex}
            aria-label={`Actions for ${row.title}`}
            className={buttonClass({ variant: 'ghost', size: 'icon-sm' })}
          >
            <Ellipsis aria-hidden className="size-4" />
          </button>
        }
        entries={[
          { kind: 'item', label: 'Edit', icon: Pencil, onSelect: () => actions.edit(row) },
          {
            kind: 'item',
            label: 'Delete',
            icon: Trash2,
            danger: true,
            onSelect: () => actions.remove(row),
          },
        ]}
      />
    ),
  },
];

/** The first tags, and how many more there are. */
export function TagList({
  tags,
  shown: maxShown = 2,
}: {
  tags: readonly string[];
  shown?: number;
}) {
  if (tags.length === 0) return <span className="text-ink-3">–</span>;
  return (
    <span
      className="inline-flex max-w-full items-center gap-1 align-middle"
      title={tags.length > maxShown ? tags.join(', ') : undefined}
    >
      {tags.slice(0, maxShown).map((tag) => (
        <span
          key={tag}
          className="truncate rounded-full bg-sunken px-2 py-0.5 text-label font-medium text-ink-2"
        >
          {tag}
        </span>
      ))}
      {tags.length > maxShown && (
        <span className="shrink-0 text-label font-medium text-ink-2">
          +{tags.length - maxShown}
        </span>
      )}
    </span>
  );
}
