import { Radio } from 'lucide-react';
import { Badge } from '../ui/badge';

/** Says that something takes place at this moment. */
export function NowBadge() {
  return (
    <Badge icon={Radio} tone="good">
      Now
    </Badge>
  );
}
