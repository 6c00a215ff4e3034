import { useInfiniteQuery } from '@tanstack/react-query';
import { Mic } from 'lucide-react';
import { Button } from '../../../components/ui/button';
import { CardGrid, CardGridSkeleton } from '../../../components/content/media-card';
import { ShowMore } from '../../../components/ui/show-more';
import { EmptyState, ErrorState } from '../../../components/ui/states';
import { sermonPagesQuery } from '../../../lib/queries/member-content';
import { NewestSermon } from './newest-sermon';
import { SermonCard } from './sermon-card';

/** The sermons. Without a search, the newest is in a large card above the others. */
export function SermonList({ q, onClear }: { q: string | undefined; onClear: () => void }) {
  const list = useInfiniteQuery(sermonPagesQuery(q));
  const sermons = list.data?.pages.flatMap((page) => page.body);
  if (!sermons)
    return list.error ? (
      <ErrorState
        title="The sermons could not be loaded."
        error={list.error}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    ) : (
      <CardGridSkeleton />
    );
  const [newest, ...olderSermons] = sermons;
  if (!newest) {
    return (
      <EmptyState
        icon={Mic}
        title="No sermons found matching your search criteria."
        hint={
          q
            ? 'Try other words: a title, a preacher, a tag.'
            : 'Sermons will be here to watch and to hear.'
        }
        {...(q ? { action: <Button onClick={onClear}>Clear search</Button> } : {})}
      />
    );
  }
  const cards = q ? sermons : olderSermons;
  return (
    <div className="space-y-6">
      {!q && <NewestSermon sermon={newest} />}
      <CardGrid label="Sermons">
        {cards.map((sermon) => (
          <li key={sermon.id}>
            <SermonCard sermon={sermon} />
          </li>
        ))}
      </CardGrid>
      <ShowMore
        hasMore={list.hasNextPage}
        pending={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </div>
  );
}
