import { CircleHelp, UserRound, UserRoundCheck } from 'lucide-react';
import type { DonorKind, LedgerRow } from '#libs/contracts';
import { Badge } from '../../../components/ui/badge';
import { type GridColumn } from '../../../components/ui/grid/columns';
import { type Selectable } from '../../../components/ui/grid/selection';
import { Money } from '../../../components/ui/money';
import { formatCount } from '../../../lib/format';

const kinds: Record<DonorKind, string> = {
  member: 'Member',
  guest: 'Guest',
  unidentified: 'Unidentified',
};

export function KindBadge({ kind }: { kind: DonorKind }) {
  if (kind === 'member') return <Badge icon={UserRoundCheck}>{kinds.member}</Badge>;
  if (kind === 'guest') return <Badge icon={UserRound}>{kinds.guest}</Badge>;
  return (
    <Badge icon={CircleHelp} tone="hold">
      {kinds.unidentified}
    </Badge>
  );
}

/**
 * The columns of the ledger. The total is next to the name, so that it stays visible next to the
 * side panel.
 */
export const ledgerColumns: GridColumn<LedgerRow>[] = [
  {
    id: 'name',
    header: 'Giver',
    width: 220,
    grow: true,
    sortable: true,
    card: 'title',
    cell: (row) => row.name,
  },
  {
    id: 'total',
    header: 'Total',
    width: 150,
    align: 'right',
    sortable: true,
    fixed: true,
    card: 'figure',
    cell: (row) => <Money amount={row.total} className="font-medium" />,
  },
  {
    id: 'count',
    header: 'Donations',
    width: 120,
    align: 'right',
    sortable: true,
    cell: (row) => (
      <>
        {formatCount(row.count)}
        <span className="sm:hidden"> {row.count === 1 ? 'donation' : 'donations'}</span>
      </>
    ),
  },
  {
    id: 'year',
    header: 'Year',
    width: 100,
    align: 'right',
    sortable: true,
    cell: (row) => row.year,
  },
  {
    id: 'kind',
    header: 'Kind',
    width: 190,
    grow: true,
    cell: (row) => <KindBadge kind={row.kind} />,
  },
];

/** The export of selected rows, with the columns of the complete export. */
export const ledgerSelectable: Selectable<LedgerRow> = {
  amount: (row) => row.total,
  label: (row) => `Choose ${row.name}, ${row.year}`,
  file: 'church-ledger',
  header: ['Name', 'Kind', 'Year', 'Total', 'Donations'],
  cells: (row) => [row.name, kinds[row.kind], String(row.year), row.total, String(row.count)],
};
