import { useMemo, useState } from 'react';
import { toDecimal } from '#libs/money';
import type { GridColumn } from '../../components/ui/grid/columns';
import { DataGrid } from '../../components/ui/grid/data-grid';
import type { Selectable } from '../../components/ui/grid/selection';
import { Money } from '../../components/ui/money';

interface Sample {
  id: string;
  name: string;
  amount: bigint;
}
const sampleColumns: GridColumn<Sample>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 200,
    grow: true,
    sortable: true,
    card: 'title',
    cell: (row) => row.name,
  },
  { id: 'id', header: 'Number', width: 120, align: 'right', cell: (row) => row.id },
  {
    id: 'amount',
    header: 'Amount',
    width: 160,
    align: 'right',
    sortable: true,
    card: 'figure',
    cell: (row) => <Money amount={row.amount} />,
  },
];
const sampleId = (row: Sample) => row.id;

/** 100,000 rows, to see that they scroll. */
const sampleSelectable: Selectable<{ id: string; name: string; amount: bigint }> = {
  amount: (row) => toDecimal(row.amount),
  label: (row) => `Choose ${row.name}`,
  file: 'sample',
  header: ['Name', 'Amount'],
  cells: (row) => [row.name, toDecimal(row.amount)],
};

export function Grid() {
  const rows = useMemo(
    () =>
      Array.from({ length: 100_000 }, (_, index) => ({
        id: String(index + 1),
        name: `Row ${index + 1}`,
        amount: BigInt((index * 7919) % 500_000),
      })),
    [],
  );
  const [sort, setSort] = useState('name');
  return (
    <div className="flex h-120 flex-col">
      <DataGrid
        name="design"
        label="Sample rows"
        rows={rows}
        columns={sampleColumns}
        rowId={sampleId}
        selectable={sampleSelectable}
        sort={sort}
        onSort={setSort}
        totals={{ name: 'Total' }}
        rowCount={rows.length}
        countText="100,000 rows"
        errorTitle=""
        onRetry={() => undefined}
        empty={null}
      />
    </div>
  );
}
