import { CircleHelp, UserRound, UserRoundCheck } from 'lucide-react';
import type { DonorKind, LedgerRow } from '#libs/contracts';
import { Badge } from '../../../components/badge';
import { type GridColumn } from '../../../components/grid/columns';
import { Money } from '../../../components/money';
import { formatCount } from '../../../lib/format';

export function KindBadge({ kind }: { kind: DonorKind }) {
  if (kind === 'member') return <Badge icon={UserRoundCheck}>Member</Badge>;
  if (kind === 'guest') return <Badge icon={UserRound}>Guest</Badge>;
  return (
    <Badge icon={CircleHelp} tone="hold">
      Unidentified
    </Badge>
  );
}

/** The figure stands beside the name: it is what is read together, and it stays in sight beside the side panel. */
export const ledgerColumns: GridColumn<LedgerRow>[] = [
  { id: 'name', header: 'Giver', width: 220, grow: true, sortable: true, card: 'title', cell: (row) => row.name },
  { id: 'total', header: 'Total', width: 150, align: 'right', sortable: true, fixed: true, card: 'figure', cell: (row) => <Money amount={row.total} className="font-medium" /> },
  {
    id: 'count', header: 'Donations', width: 120, align: 'right', sortable: true,
    cell: (row) => (
      <>
        {formatCount(row.count)}
        <span className="sm:hidden"> {row.count === 1 ? 'donation' : 'donations'}</span>
      </>
    ),
  },
  { id: 'year', header: 'Year', width: 100, align: 'right', sortable: true, cell: (row) => row.year },
  { id: 'kind', header: 'Kind', width: 190, grow: true, cell: (row) => <KindBadge kind={row.kind} /> },
];
