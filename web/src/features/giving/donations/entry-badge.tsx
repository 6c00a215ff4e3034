import { CircleOff, FileInput, PencilLine } from 'lucide-react';
import type { Donation } from '#libs/contracts';
import { Badge } from '../../../components/ui/badge';

/** Entered by hand or brought in from a file; or gone. */
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
