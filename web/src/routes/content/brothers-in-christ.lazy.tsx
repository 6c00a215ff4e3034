import { lazy, Suspense } from 'react';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { may } from '#libs/contracts';
import { buttonClass } from '../../components/ui/button';
import { ChoiceChip, FilterBar } from '../../components/ui/overlay/filter-chips';
import { Page } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { useGoBack, useReturnFocus } from '../../components/content/reader';
import { SearchInput } from '../../components/ui/form/search-input';
import { type BrothersFilters, BrothersList } from '../../features/content/brothers/brothers-list';
import { brothersTagLabels } from '../../lib/choice-labels';
import { brothersTags } from '../../lib/choices';

const BrothersOverlay = lazy(() => import('../../features/content/brothers/brothers-overlay'));

const route = getRouteApi('/brothers-in-christ');
export const Route = createLazyRoute('/brothers-in-christ')({ component: BrothersPage });

const tags = brothersTags.map((value) => ({ value, label: brothersTagLabels[value] }));

function BrothersPage() {
  const { open, ...filters } = route.useSearch();
  const { person } = route.useRouteContext();
  const navigate = route.useNavigate();
  const goBack = useGoBack(
    () => void navigate({ search: filters, replace: true, resetScroll: false }),
  );
  useReturnFocus(open);
  const change = (next: BrothersFilters) =>
    void navigate({ search: next, replace: true, resetScroll: false });
  return (
    <Page>
      <PageHeader
        title="Brothers in Christ"
        description="Wisdom for the men of our church: to watch, to hear and to read."
        actions={
          may(person, 'brothers.manage') && (
            <Link to={'/admin/brothers-in-christ'} className={buttonClass()}>
              <Pencil aria-hidden className="size-4" />
              Manage Content
            </Link>
          )
        }
      />
      <div className="space-y-5">
        <FilterBar>
          <SearchInput
            label="Search Brothers in Christ"
            placeholder="Search"
            value={filters.q ?? ''}
            onChange={(q) => change({ ...filters, q: q || undefined })}
          />
          <ChoiceChip
            label="Tag"
            value={filters.tag}
            options={tags}
            onChange={(tag) => change({ ...filters, tag: tag as BrothersFilters['tag'] })}
          />
        </FilterBar>
        <BrothersList filters={filters} onClear={() => change({})} />
      </div>
      <Suspense>{open && <BrothersOverlay key={open} id={open} onClose={goBack} />}</Suspense>
    </Page>
  );
}
