import { formatShort } from '#libs/calendar';
import { type Donation, generalFund } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { ConflictView } from '../../../components/ui/overlay/conflict-view';

export interface DonationConflictProps {
  current: Donation;
  mine: {
    amount: string;
    date: string;
    paymentMethod: string;
    campaign?: string | null | undefined;
    notes?: string | null | undefined;
  };
  pending: boolean;
  onKeepTheirs: () => void;
  onUseMine: () => void;
}

/** Shows both versions of a donation side by side. */
export function DonationConflict({ current, mine, ...actions }: DonationConflictProps) {
  const lines = [
    {
      label: 'Amount',
      theirs: formatUsd(fromDecimal(current.amount)),
      mine: formatUsd(fromDecimal(mine.amount)),
    },
    { label: 'Date', theirs: formatShort(current.date), mine: formatShort(mine.date) },
    { label: 'Payment method', theirs: current.paymentMethod, mine: mine.paymentMethod },
    { label: 'Campaign', theirs: current.campaign, mine: mine.campaign || generalFund },
    { label: 'Notes', theirs: current.notes ?? '–', mine: mine.notes ?? '–' },
  ];
  const note = 'If you save yours, the other one stays in the history.';
  return <ConflictView lines={lines} note={note} {...actions} />;
}
