import type { Pledge } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { ConflictView } from '../../../components/ui/overlay/conflict-view';

export interface PledgeConflictProps {
  current: Pick<Pledge, 'amount'>;
  /** What the user's change would save. */
  mine: Pick<Pledge, 'amount'>;
  pending: boolean;
  onKeepTheirs: () => void;
  onUseMine: () => void;
}

/** Shows both versions of a pledge side by side. */
export function PledgeConflict({ current, mine, ...actions }: PledgeConflictProps) {
  const textOf = (pledge: Pick<Pledge, 'amount'>) => formatUsd(fromDecimal(pledge.amount));
  const lines = [{ label: 'Pledge amount', theirs: textOf(current), mine: textOf(mine) }];
  const note = 'If you save yours, it replaces the amount that is saved now.';
  return <ConflictView lines={lines} note={note} {...actions} />;
}
