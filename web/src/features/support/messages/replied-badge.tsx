import { CircleCheck, Hourglass } from 'lucide-react';
import { Badge } from '../../../components/ui/badge';

export function RepliedBadge({ isReplied }: { isReplied: boolean }) {
  return isReplied ? (
    <Badge tone="good" icon={CircleCheck}>
      Replied
    </Badge>
  ) : (
    <Badge tone="hold" icon={Hourglass}>
      Pending
    </Badge>
  );
}
