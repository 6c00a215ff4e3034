import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { ShowMore } from '../../../components/ui/show-more';
import { LoadingNote, Skeleton } from '../../../components/ui/skeleton';
import { EmptyState, QueryContent } from '../../../components/ui/states';
import { isPlanned } from '../../../lib/content/event-time';
import { upcomingEventsQuery } from '../../../lib/queries/member-content';
import { EventRow } from './event-row';
import { NextEvent } from './next-event';

export function UpcomingSection() {
  const list = useInfiniteQuery(upcomingEventsQuery);
  const events = list.data?.pages.flatMap((page) => page.body) ?? [];
  const next = events.find(isPlanned);
  const laterEvents = events.filter((event) => event !== next);
  return (
    <section aria-labelledby="upcoming" className="space-y-4">
      <h2 id="upcoming" className="text-lead font-semibold">
        Upcoming Events
      </h2>
      <QueryContent
        query={list}
        errorTitle="The events could not be loaded."
        placeholder={<EventsSkeleton large />}
      >
        {() =>
          events.length === 0 ? (
            <EmptyState
              icon={CalendarDays}
              title="No upcoming events at this time. Check back soon!"
            />
          ) : (
            <>
              {next && <NextEvent event={next} />}
              {laterEvents.length > 0 && (
                <ul className="space-y-3">
                  {laterEvents.map((event) => (
                    <li key={event.id}>
                      <EventRow event={event} />
                    </li>
                  ))}
                </ul>
              )}
              <ShowMore
                hasMore={list.hasNextPage}
                pending={list.isFetchingNextPage}
                onMore={() => void list.fetchNextPage()}
              />
            </>
          )
        }
      </QueryContent>
    </section>
  );
}

export function EventsSkeleton({ large }: { large?: boolean }) {
  return (
    <div className="space-y-3">
      <LoadingNote />
      {large && <Skeleton className="h-64 w-full rounded-lg" />}
      <Skeleton className="h-24 w-full rounded-lg" />
      <Skeleton className="h-24 w-full rounded-lg" />
    </div>
  );
}
