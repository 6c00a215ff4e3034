import { ArrowDownUp } from 'lucide-react';
import { Button } from '../button';
import { Menu } from '../overlay/menu';
import { type GridColumn, readSort } from './columns';

/** The menu for sorting on phones, which have no column headers. */
export default function SortMenu<Row>({
  columns,
  sort,
  onSort,
}: {
  columns: readonly GridColumn<Row>[];
  sort: string | undefined;
  onSort: (sort: string) => void;
}) {
  const [sorted] = readSort(sort);
  const named = columns.find((column) => column.id === sorted?.id)?.header;
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="sm">
          <ArrowDownUp aria-hidden className="size-4" />
          {named && <span className="sr-only">Order: </span>}
          {named ? `${named}, ${sorted?.desc ? 'descending' : 'ascending'}` : 'Sort'}
        </Button>
      }
      entries={columns.flatMap((column) =>
        [column.id, `-${column.id}`].map((value) => ({
          kind: 'choice' as const,
          value,
          label: `${column.header}, ${value.startsWith('-') ? 'descending' : 'ascending'}`,
          chosen: value === sort,
          onSelect: () => onSort(value),
        })),
      )}
    />
  );
}
