import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/ui/states';
import { pastEventsQuery } from '../../../lib/queries/member-content';
import { EventRow } from './event-row';
import { EventsSkeleton } from './upcoming-section';

const shownCount = 6;

/** The latest past events; nothing if there are none. */
export function PastSection() {
  const { data, error, refetch, isFetching } = useQuery(pastEventsQuery);
  const events = data?.body.slice(0, shownCount);
  if (events?.length === 0) return null;
  return (
    <section aria-labelledby="past" className="space-y-4">
      <h2 id="past" className="text-lead font-semibold">
        Past Events
      </h2>
      {!events ? (
        error ? (
          <ErrorState
            title="The past events could not be loaded."
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <EventsSkeleton />
        )
      ) : (
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
    </section>
  );
}
