import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { SearchX, Shield } from 'lucide-react';
import { matchesSearch, searchWords, type BrothersContent } from '#libs/contracts';
import { Button } from '../../../components/ui/button';
import { CardGrid, CardGridSkeleton } from '../../../components/content/media-card';
import { ShowMore } from '../../../components/ui/show-more';
import { EmptyState, ErrorState } from '../../../components/ui/states';
import type { BrothersTag } from '../../../lib/choices';
import { brothersQuery } from '../../../lib/queries/member-content';
import { BrothersCard } from './brothers-card';

export interface BrothersFilters {
  q?: string | undefined;
  tag?: BrothersTag | undefined;
}

const step = 24;

/** @param words the words of the search */
function isFound(
  { title, description, content, tags }: BrothersContent,
  words: string[],
  tag: BrothersFilters['tag'],
): boolean {
  return (
    (!tag || tags.includes(tag)) && matchesSearch(words, [title, description, content, ...tags])
  );
}

export function BrothersList({
  filters,
  onClear,
}: {
  filters: BrothersFilters;
  onClear: () => void;
}) {
  const { data, error, refetch, isFetching } = useQuery(brothersQuery);
  const [maxShown, setMaxShown] = useState(step);
  if (!data)
    return error ? (
      <ErrorState
        title="The content could not be loaded."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <CardGridSkeleton />
    );
  if (data.length === 0)
    return (
      <EmptyState
        icon={Shield}
        title="Videos, audio and articles for the men of our church will be here."
      />
    );
  const words = searchWords(filters.q ?? '');
  const matchingItems = data.filter((item) => isFound(item, words, filters.tag));
  if (matchingItems.length === 0) {
    return (
      <EmptyState
        icon={SearchX}
        title="Nothing matches your search."
        hint="Try other words or another tag."
        action={<Button onClick={onClear}>Clear Filters</Button>}
      />
    );
  }
  return (
    <>
      <CardGrid label="Brothers in Christ">
        {matchingItems.slice(0, maxShown).map((item, index) => (
          <li key={item.id}>
            <BrothersCard item={item} eager={index < 3} />
          </li>
        ))}
      </CardGrid>
      <ShowMore
        hasMore={matchingItems.length > maxShown}
        pending={false}
        onMore={() => setMaxShown(maxShown + step)}
      />
    </>
  );
}
