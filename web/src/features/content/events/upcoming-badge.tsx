import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarDays } from 'lucide-react';
import { Badge } from '../../../components/ui/badge';
import { plural } from '../../../lib/format';
import { countedEvents, eventCountQuery } from '../../../lib/queries/member-content';

/** How many events are ahead, a series counting once. Whoever shows it keeps its line while it is on its way. */
export function UpcomingBadge() {
  const { data } = useQuery(eventCountQuery);
  return (
    data && (
      <Link to="/church-program" className="rounded-full">
        <Badge icon={CalendarDays} tone="accent">
          {data.next === null
            ? plural(data.body.length, 'upcoming event')
            : `${countedEvents}+ upcoming events`}
        </Badge>
      </Link>
    )
  );
}
