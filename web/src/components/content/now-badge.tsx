import { Radio } from 'lucide-react';
import { Badge } from '../ui/badge';

/** Says that an event is taking place now. */
export function NowBadge() {
  return (
    <Badge icon={Radio} tone="good">
      Now
    </Badge>
  );
}
