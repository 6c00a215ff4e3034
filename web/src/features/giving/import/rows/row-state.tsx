import {
  Ban,
  CircleAlert,
  CircleCheck,
  Copy,
  Hourglass,
  type LucideIcon,
  Undo2,
} from 'lucide-react';
import type { DonationImport, RowState } from '#libs/contracts';
import { Badge, type BadgeProps } from '../../../../components/ui/badge';
import { stateName } from './rows-filter';

const looks: Record<RowState, [BadgeProps['tone'], LucideIcon]> = {
  new: ['good', CircleCheck],
  duplicate: ['neutral', Copy],
  held: ['hold', Hourglass],
  rejected: ['bad', CircleAlert],
  setAside: ['neutral', Ban],
};

/** Shows what becomes of a row. */
export function RowStateBadge({
  state,
  draft,
}: {
  state: RowState;
  draft: Pick<DonationImport, 'status'>;
}) {
  const [tone, icon] =
    state === 'new' && draft.status === 'undone' ? (['neutral', Undo2] as const) : looks[state];
  return (
    <Badge tone={tone} icon={icon}>
      {stateName(state, draft)}
    </Badge>
  );
}
