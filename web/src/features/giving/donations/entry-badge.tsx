import { FileInput, PencilLine } from 'lucide-react';
import type { Donation } from '#libs/contracts';
import { Badge } from '../../../components/badge';

/** Entered by hand or brought in from a file. */
export function EntryBadge({ donation }: { donation: Donation }) {
  return donation.isManualEntry ? <Badge icon={PencilLine}>Manual</Badge> : <Badge icon={FileInput}>Auto</Badge>;
}
