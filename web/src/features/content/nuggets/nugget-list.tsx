import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { SearchX, Sparkles } from 'lucide-react';
import { matchesSearch, searchWords, type Nugget } from '#libs/contracts';
import { CardGrid, CardGridSkeleton } from '../../../components/content/media-card';
import { ShowMore } from '../../../components/ui/show-more';
import { EmptyState, ErrorState } from '../../../components/ui/states';
import type { NuggetCategory } from '../../../lib/choices';
import { formatCount } from '../../../lib/format';
import { nuggetsQuery } from '../../../lib/queries/member-content';
import { NuggetCard } from './nugget-card';

export interface NuggetFilters {
  q?: string | undefined;
  category?: NuggetCategory | undefined;
}

const step = 24;

/** @param words the words of the search */
function isFound(nugget: Nugget, words: string[], category: NuggetFilters['category']): boolean {
  return (
    (!category || nugget.category === category) &&
    matchesSearch(words, [nugget.title, nugget.description, ...nugget.tags])
  );
}

/** The nuggets that the filters find, and their number. */
export function NuggetList({ filters }: { filters: NuggetFilters }) {
  const { data, error, refetch, isFetching } = useQuery(nuggetsQuery);
  const [maxShown, setMaxShown] = useState(step);
  if (!data)
    return error ? (
      <ErrorState
        title="The nuggets could not be loaded."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <CardGridSkeleton />
    );
  const words = searchWords(filters.q ?? '');
  const matchingNuggets = data.filter((nugget) => isFound(nugget, words, filters.category));
  if (data.length === 0)
    return (
      <EmptyState
        icon={Sparkles}
        title="No Nuggets Yet"
        hint="Short videos to lift your day will be here. Check back soon!"
      />
    );
  if (matchingNuggets.length === 0) {
    return (
      <EmptyState
        icon={SearchX}
        title="No Results Found"
        hint="No nugget matches your search. Try other words or another category."
      />
    );
  }
  const shownNuggets = matchingNuggets.slice(0, maxShown);
  return (
    <>
      <CardGrid label="Nuggets">
        {shownNuggets.map((nugget, index) => (
          <li key={nugget.id}>
            <NuggetCard nugget={nugget} eager={index < 3} />
          </li>
        ))}
      </CardGrid>
      <ShowMore
        hasMore={matchingNuggets.length > maxShown}
        pending={false}
        onMore={() => setMaxShown(maxShown + step)}
      />
      <p role="status" className="mt-6 text-center text-grid text-ink-2 tabular-nums">
        Showing {formatCount(shownNuggets.length)} of {formatCount(data.length)} nuggets
      </p>
    </>
  );
}
