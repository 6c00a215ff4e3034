import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { Button } from '../../components/ui/button';
import { ChoiceChip, FilterBar } from '../../components/ui/overlay/filter-chips';
import { Page } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { SearchInput } from '../../components/ui/form/search-input';
import { type NuggetFilters, NuggetList } from '../../features/content/nuggets/nugget-list';
import { categoryLabels } from '../../lib/choice-labels';
import { categories } from '../../lib/choices';

const route = getRouteApi('/nuggets');
export const Route = createLazyRoute('/nuggets')({ component: NuggetsPage });

const options = categories.map((value) => ({ value, label: categoryLabels[value] }));

function NuggetsPage() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: NuggetFilters) =>
    void navigate({ search: next, replace: true, resetScroll: false });
  return (
    <Page>
      <PageHeader
        title="Nuggets"
        description="A minute or two of encouragement, whenever you need it."
      />
      <div className="space-y-5">
        <FilterBar>
          <SearchInput
            label="Search nuggets"
            placeholder="Search nuggets"
            value={filters.q ?? ''}
            onChange={(q) => change({ ...filters, q: q || undefined })}
          />
          <ChoiceChip
            label="Category"
            value={filters.category}
            options={options}
            onChange={(category) =>
              change({ ...filters, category: category as NuggetFilters['category'] })
            }
          />
          {(filters.q ?? filters.category) && (
            <Button variant="ghost" size="sm" onClick={() => change({})}>
              Clear Filters
            </Button>
          )}
        </FilterBar>
        <NuggetList key={`${filters.q} ${filters.category}`} filters={filters} />
      </div>
    </Page>
  );
}
