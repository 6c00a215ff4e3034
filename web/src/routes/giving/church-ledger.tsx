import { createRoute } from '@tanstack/react-router';
import { isCalendarDate } from '#libs/calendar';
import type { LedgerOptions } from '../../features/giving/ledger/queries';
import { AccessDeniedError, requirePermission } from '../../lib/guard';
import { readSortOf, readText, readYear, type SortOf } from '../../lib/search';
import { ledgerSorts } from '../../lib/vocabulary';
import { prefetch } from '../../lib/prefetch';
import { rootRoute } from '../root';

const restricted = new AccessDeniedError(
  'Access Restricted',
  "You don't have permission to view the church ledger.",
);

/** Reads a date or a journal number. */
function readAsOf(search: Record<string, unknown>): string | undefined {
  const value = readText(search, 'asOf');
  return value && (isCalendarDate(value) || /^\d{1,15}$/.test(value)) ? value : undefined;
}

interface LedgerSearch extends Omit<LedgerOptions, 'sort'> {
  sort: SortOf<(typeof ledgerSorts)[number]> | undefined;
}

export const churchLedgerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/church-ledger',
  staticData: { title: 'Church Ledger' },
  validateSearch: (search): Partial<LedgerSearch> => ({
    search: readText(search, 'search'),
    year: readYear(search),
    asOf: readAsOf(search),
    sort: readSortOf(search, ledgerSorts),
  }),
  beforeLoad: ({ context }) => {
    requirePermission(context, 'ledger.read', restricted);
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    prefetch(
      import('../../features/giving/ledger/queries').then(({ ledgerQuery }) =>
        queryClient.infiniteQuery(ledgerQuery({ ...deps, sort: deps.sort ?? 'name' })),
      ),
    );
  },
}).lazy(() => import('./church-ledger.lazy').then((module) => module.Route));
