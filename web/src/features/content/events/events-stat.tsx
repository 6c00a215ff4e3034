import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarDays } from 'lucide-react';
import { formatShort } from '#libs/calendar';
import { Stat } from '../../../components/ui/stat';
import { isPlanned } from '../../../lib/content/event-time';
import {
  countedEvents,
  eventCountQuery,
  nextEventsQuery,
} from '../../../lib/queries/member-content';

/** The number of upcoming events that are not canceled, and the next one. */
export function EventsStat() {
  const { data: next } = useQuery(nextEventsQuery);
  const { data, error } = useQuery(eventCountQuery);
  const first = next?.body.find(isPlanned);
  const count =
    data && (data.next === null ? data.body.filter(isPlanned).length : `${countedEvents}+`);
  const missingCount = error ? '–' : undefined;
  return (
    <Stat
      label="Upcoming Events"
      icon={CalendarDays}
      value={count ?? missingCount}
      hint={
        <>
          {/* Reserve the line until it is known whether there is an event. */}
          {(first ?? (!data && !error)) && (
            <span className="line-clamp-2 min-h-4 break-words text-ink-2">
              {first && `Next: ${first.title}, ${formatShort(first.date.slice(0, 10))}`}
            </span>
          )}
          <Link to="/community" className="block text-accent underline-offset-4 hover:underline">
            {error && !data ? 'Could not be loaded' : 'See our community'}
          </Link>
        </>
      }
    />
  );
}
