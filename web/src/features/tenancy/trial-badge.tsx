import { Link } from '@tanstack/react-router';
import { Hourglass } from 'lucide-react';
import { Badge } from '../../components/ui/badge';
import { plural } from '../../lib/format';

/** How long the church's free trial lasts; where it is not yet the page itself, with the way to its plans. */
export function TrialBadge({ days, isLink = false }: { days: number; isLink?: boolean }) {
  const badge = (
    <Badge icon={Hourglass} tone="hold">
      {plural(days, 'day')} left in your free trial
    </Badge>
  );
  return isLink ? (
    <Link to="/subscribe" className="rounded-full">
      {badge}
    </Link>
  ) : (
    badge
  );
}
