import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { GraduationCap } from 'lucide-react';
import { CardGrid, CardGridSkeleton } from '../../../components/content/media-card';
import { EmptyState, QueryContent } from '../../../components/ui/states';
import { newestResourcesQuery } from '../../../lib/queries/member-content';
import { ResourceCard } from './resource-card';

/**
 * The newest six resources on the dashboard, three in a row. Phones show the newest three, or two
 * for staff, who have more cards above.
 */
export function NewestResources({ isForStaff }: { isForStaff: boolean }) {
  const query = useQuery(newestResourcesQuery);
  return (
    <section aria-labelledby="newest-resources" className="space-y-3 sm:space-y-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="newest-resources" className="text-lead font-semibold">
          Bible Study Resources
        </h2>
        <Link
          to="/resources"
          className="font-medium text-accent underline-offset-4 hover:underline"
        >
          View all resources
        </Link>
      </div>
      <QueryContent
        query={query}
        errorTitle="The resources could not be loaded."
        placeholder={<CardGridSkeleton />}
      >
        {({ body: resources }) =>
          resources.length === 0 ? (
            <EmptyState
              icon={GraduationCap}
              title="No resources found. Check back soon or try different filters."
            />
          ) : (
            <CardGrid label="Newest resources">
              {resources.map((resource) => (
                <li
                  key={resource.id}
                  className={isForStaff ? 'max-sm:nth-[n+3]:hidden' : 'max-sm:nth-[n+4]:hidden'}
                >
                  <ResourceCard resource={resource} />
                </li>
              ))}
            </CardGrid>
          )
        }
      </QueryContent>
    </section>
  );
}
