import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { ShowMore } from '../../../components/ui/show-more';
import { LoadingNote, Skeleton } from '../../../components/ui/skeleton';
import { EmptyState, QueryContent } from '../../../components/ui/states';
import { upcomingEventsQuery } from '../../../lib/queries/member-content';
import { EventRow } from './event-row';
import { NextEvent } from './next-event';

export function UpcomingSection() {
  const list = useInfiniteQuery(upcomingEventsQuery);
  const [next, ...later] = list.data?.pages.flatMap((page) => page.body) ?? [];
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
          !next ? (
            <EmptyState
              icon={CalendarDays}
              title="No upcoming events at this time. Check back soon!"
            />
          ) : (
            <>
              <NextEvent event={next} />
              {later.length > 0 && (
                <ul className="space-y-3">
                  {later.map((event) => (
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
