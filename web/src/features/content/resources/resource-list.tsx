import { useInfiniteQuery } from '@tanstack/react-query';
import { GraduationCap } from 'lucide-react';
import { Button } from '../../../components/ui/button';
import { CardGrid, CardGridSkeleton } from '../../../components/content/media-card';
import { ShowMore } from '../../../components/ui/show-more';
import { EmptyState, ErrorState } from '../../../components/ui/states';
import { type ResourceFilters, resourcePagesQuery } from '../../../lib/queries/member-content';
import { ResourceCard } from './resource-card';

/** The resources that the filters find, by pages. */
export function ResourceList({
  filters,
  onClear,
}: {
  filters: ResourceFilters;
  onClear: () => void;
}) {
  const list = useInfiniteQuery(resourcePagesQuery(filters));
  const resources = list.data?.pages.flatMap((page) => page.body);
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  if (!resources) {
    return list.error ? (
      <ErrorState
        title="The resources could not be loaded."
        error={list.error}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    ) : (
      <CardGridSkeleton />
    );
  }
  if (resources.length === 0) {
    return isFiltered ? (
      <EmptyState
        icon={GraduationCap}
        title="No resources found. Try adjusting your filters."
        action={<Button onClick={onClear}>Clear Filters</Button>}
      />
    ) : (
      <EmptyState
        icon={GraduationCap}
        title="No resources found. Check back soon or try different filters."
      />
    );
  }
  return (
    <>
      <CardGrid label="Resources">
        {resources.map((resource, index) => (
          <li key={resource.id}>
            <ResourceCard resource={resource} eager={index < 3} level={2} />
          </li>
        ))}
      </CardGrid>
      <ShowMore
        hasMore={list.hasNextPage}
        pending={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </>
  );
}
