import { CalendarX } from 'lucide-react';
import { Badge } from '../ui/badge';

/** Says that an event does not take place. */
export function CanceledBadge() {
  return (
    <Badge icon={CalendarX} tone="bad">
      Canceled
    </Badge>
  );
}
