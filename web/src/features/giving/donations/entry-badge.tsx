import { CircleOff, FileInput, PencilLine } from 'lucide-react';
import type { Donation } from '#libs/contracts';
import { Badge } from '../../../components/ui/badge';

/** Says whether a donation was entered by hand, imported or deleted. */
export function EntryBadge({ donation }: { donation: Donation }) {
  if (donation.state === 'deleted')
    return (
      <Badge icon={CircleOff} tone="bad">
        Deleted
      </Badge>
    );
  return donation.isManualEntry ? (
    <Badge icon={PencilLine}>Manual</Badge>
  ) : (
    <Badge icon={FileInput}>Auto</Badge>
  );
}
