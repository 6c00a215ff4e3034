import { Eye, EyeOff } from 'lucide-react';
import { Badge } from '../ui/badge';

/** Says whether members see an item. */
export function ActiveBadge({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <Badge icon={Eye} tone="good">
      Active
    </Badge>
  ) : (
    <Badge icon={EyeOff}>Inactive</Badge>
  );
}
