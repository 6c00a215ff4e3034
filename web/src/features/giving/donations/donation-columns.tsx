import { formatShort } from '#libs/calendar';
import type { Donation } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { ChangedMark } from '../../../components/ui/changed-mark';
import { type GridColumn } from '../../../components/ui/grid/columns';
import { type Selectable } from '../../../components/ui/grid/selection';
import { DeletedMoney, Money } from '../../../components/ui/money';
import { type DonationActions, RowActions } from './row-actions';
import { EntryBadge } from './entry-badge';

/** The columns of Member Donations. Call once and keep the array. */
export function donationColumns(actions: DonationActions): GridColumn<Donation>[] {
  return [
    {
      id: 'name',
      header: 'Member',
      width: 200,
      grow: true,
      sortable: true,
      card: 'title',
      cell: (row) => row.donorName,
    },
    {
      id: 'amount',
      header: 'Amount',
      width: 136,
      align: 'right',
      sortable: true,
      fixed: true,
      card: 'figure',
      cell: (row) => (
        <>
          {row.state === 'corrected' && <ChangedMark />}
          {row.state === 'deleted' ? (
            <DeletedMoney amount={row.amount} />
          ) : (
            <Money amount={row.amount} />
          )}
        </>
      ),
    },
    {
      id: 'paymentMethod',
      header: 'Payment method',
      width: 150,
      sortable: true,
      cell: (row) => row.paymentMethod,
    },
    {
      id: 'date',
      header: 'Date',
      width: 124,
      sortable: true,
      cell: (row) => <span className="tabular-nums">{formatShort(row.date)}</span>,
    },
    {
      id: 'campaign',
      header: 'Campaign',
      width: 170,
      grow: true,
      sortable: true,
      cell: (row) => row.campaign,
    },
    { id: 'entry', header: 'Entry', width: 108, cell: (row) => <EntryBadge donation={row} /> },
    {
      id: 'actions',
      header: 'Actions',
      width: 84,
      widget: true,
      fixed: true,
      align: 'right',
      card: 'menu',
      cell: (row, tabIndex) => <RowActions donation={row} tabIndex={tabIndex} actions={actions} />,
    },
  ];
}

const stateLabels: Record<Donation['state'], string> = {
  standing: '',
  corrected: 'Corrected',
  deleted: 'Deleted',
};

/** The export of selected rows. */
export const donationSelection: Selectable<Donation> = {
  amount: (row) => row.amount,
  label: (row) =>
    `Choose ${formatUsd(fromDecimal(row.amount))} of ${row.donorName}, ${formatShort(row.date)}`,
  file: 'donations',
  header: ['Member', 'Amount', 'Payment method', 'Date', 'Campaign', 'Entry', 'State', 'Notes'],
  cells: (row) => [
    row.donorName,
    row.amount,
    row.paymentMethod,
    row.date,
    row.campaign,
    row.isManualEntry ? 'Manual' : 'Auto',
    stateLabels[row.state],
    row.notes ?? '',
  ],
};
