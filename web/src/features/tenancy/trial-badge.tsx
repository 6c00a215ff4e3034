import { Link } from '@tanstack/react-router';
import { Hourglass } from 'lucide-react';
import { Badge } from '../../components/ui/badge';
import { plural } from '../../lib/format';

/** The remaining days of the free trial, with a link to the plans unless the page shows them. */
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
