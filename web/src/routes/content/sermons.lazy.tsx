import { lazy, Suspense } from 'react';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { FilterBar } from '../../components/ui/overlay/filter-chips';
import { Page } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { useGoBack, useReturnFocus } from '../../components/content/reader';
import { SearchInput } from '../../components/ui/form/search-input';
import { SermonList } from '../../features/content/sermons/sermon-list';

const SermonReader = lazy(() => import('../../features/content/sermons/sermon-reader'));

const route = getRouteApi('/sermons');
export const Route = createLazyRoute('/sermons')({ component: SermonsPage });

function SermonsPage() {
  const { q, open } = route.useSearch();
  const navigate = route.useNavigate();
  const goBack = useGoBack(() => void navigate({ search: { q }, replace: true }));
  useReturnFocus(open);
  if (open) {
    return (
      <Page>
        <Suspense>
          <SermonReader key={open} id={open} onBack={goBack} />
        </Suspense>
      </Page>
    );
  }
  const search = (next: string | undefined) =>
    void navigate({ search: { q: next }, replace: true, resetScroll: false });
  return (
    <Page>
      <PageHeader title="Sermon Archive" description="Every sermon, to watch and to hear." />
      <div className="space-y-5">
        <FilterBar>
          <SearchInput
            label="Search sermons"
            placeholder="Title, preacher or tag"
            value={q ?? ''}
            onChange={(text) => search(text || undefined)}
          />
        </FilterBar>
        <SermonList q={q} onClear={() => search(undefined)} />
      </div>
    </Page>
  );
}
