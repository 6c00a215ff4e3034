import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarDays } from 'lucide-react';
import { Badge } from '../../../components/ui/badge';
import { isPlanned } from '../../../lib/content/event-time';
import { plural } from '../../../lib/format';
import { countedEvents, eventCountQuery } from '../../../lib/queries/member-content';

/**
 * The number of upcoming events that are not canceled, in which a series counts once. The parent
 * reserves the line while it loads.
 */
export function UpcomingBadge() {
  const { data } = useQuery(eventCountQuery);
  return (
    data && (
      <Link to="/church-program" className="rounded-full">
        <Badge icon={CalendarDays} tone="accent">
          {data.next === null
            ? plural(data.body.filter(isPlanned).length, 'upcoming event')
            : `${countedEvents}+ upcoming events`}
        </Badge>
      </Link>
    )
  );
}
