import { useQuery } from '@tanstack/react-query';
import { QueryContent } from '../../../components/ui/states';
import { pastEventsQuery } from '../../../lib/queries/member-content';
import { EventRow } from './event-row';
import { EventsSkeleton } from './upcoming-section';

const shownCount = 6;

/** The latest past events; nothing if there are none. */
export function PastSection() {
  const query = useQuery(pastEventsQuery);
  const events = query.data?.body.slice(0, shownCount) ?? [];
  if (query.data && events.length === 0) return null;
  return (
    <section aria-labelledby="past" className="space-y-4">
      <h2 id="past" className="text-lead font-semibold">
        Past Events
      </h2>
      <QueryContent
        query={query}
        errorTitle="The past events could not be loaded."
        placeholder={<EventsSkeleton />}
      >
        {() => (
          <>
            <ul className="grid gap-3 lg:grid-cols-2">
              {events.map((event) => (
                <li key={event.id} className="grid">
                  <EventRow event={event} />
                </li>
              ))}
            </ul>
            {events.length === shownCount && (
              <p className="text-grid text-ink-2">Showing recent {shownCount} past events</p>
            )}
          </>
        )}
      </QueryContent>
    </section>
  );
}
