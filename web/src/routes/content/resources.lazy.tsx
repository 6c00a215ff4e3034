import { lazy, Suspense } from 'react';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { CardGridSkeleton } from '../../components/content/media-card';
import { Page } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { useGoBack, useReturnFocus } from '../../components/content/reader';
import { useProgressSettled } from '../../features/content/resources/progress';
import { ResourceFilterBar } from '../../features/content/resources/resource-filters';
import { ResourceList } from '../../features/content/resources/resource-list';
import { ResumeCard } from '../../features/content/resources/resume-card';
import { StudiesSection } from '../../features/content/studies/studies-section';

const ResourceReader = lazy(() => import('../../features/content/resources/resource-reader'));
const StudyReader = lazy(() => import('../../features/content/studies/study-reader'));

const route = getRouteApi('/resources');
export const Route = createLazyRoute('/resources')({ component: ResourcesPage });

function ResourcesPage() {
  const { open, study, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const goBack = useGoBack(() => void navigate({ search: filters, replace: true }));
  // Wait for the content above the list, so that the list does not move later.
  const isSettled = useProgressSettled();
  useReturnFocus(open ?? study);
  if (open ?? study) {
    return (
      <Page>
        <Suspense>
          {open ? (
            <ResourceReader key={open} id={open} onBack={goBack} />
          ) : (
            <StudyReader key={study} id={study!} onBack={goBack} />
          )}
        </Suspense>
      </Page>
    );
  }
  const isPlain = !(filters.q ?? filters.skillLevel ?? filters.topic);
  return (
    <Page>
      <PageHeader
        title="Bible Study Resources"
        description="Videos, audio, articles and books to grow by, at your own pace."
      />
      {!isSettled ? (
        <CardGridSkeleton />
      ) : (
        <>
          {isPlain && <ResumeCard />}
          <div className="space-y-5">
            <ResourceFilterBar
              filters={filters}
              onChange={(change) =>
                void navigate({
                  search: { ...filters, ...change },
                  replace: true,
                  resetScroll: false,
                })
              }
            />
            <ResourceList
              filters={filters}
              onClear={() => void navigate({ search: {}, replace: true })}
            />
          </div>
          {!filters.skillLevel && !filters.topic && <StudiesSection q={filters.q} />}
        </>
      )}
    </Page>
  );
}
