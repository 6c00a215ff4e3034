import { createRoute } from '@tanstack/react-router';
import type { DonationFilters } from '../../features/giving/donations/queries';
import { requirePermission } from '../../lib/guard';
import {
  readAmount,
  readChoice,
  readDate,
  readId,
  readSortOf,
  readText,
  readYear,
  type SortOf,
} from '../../lib/search';
import { donationSorts, donationStates, paymentMethods } from '../../lib/vocabulary';
import { donationChoicesQuery } from '../../lib/queries/donation-choices';
import { prefetch } from '../../lib/prefetch';
import { rootRoute } from '../root';

interface DonationSearch extends DonationFilters {
  sort: SortOf<(typeof donationSorts)[number]> | undefined;
  /** The id of the donation whose panel is open at first, if the filters find it. */
  open: string | undefined;
}

export const memberDonationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/member-donations',
  staticData: { title: 'Member Donations' },
  validateSearch: (search): Partial<DonationSearch> => ({
    search: readText(search, 'search'),
    state: readChoice(search, 'state', donationStates),
    year: readYear(search),
    from: readDate(search, 'from'),
    to: readDate(search, 'to'),
    minAmount: readAmount(search, 'minAmount'),
    maxAmount: readAmount(search, 'maxAmount'),
    addedBy: readId(search, 'addedBy'),
    importId: readId(search, 'importId'),
    donorId: readId(search, 'donorId'),
    gift: readId(search, 'gift'),
    paymentMethod: readChoice(search, 'paymentMethod', paymentMethods),
    campaign: readText(search, 'campaign'),
    sort: readSortOf(search, donationSorts),
    open: readText(search, 'open'),
  }),
  beforeLoad: ({ context }) => {
    requirePermission(context, 'donation.manage');
  },
  loaderDeps: ({ search: { open: _, ...search } }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    const options = { ...deps, sort: deps.sort ?? '-date' };
    prefetch(queryClient.query(donationChoicesQuery));
    prefetch(
      import('../../features/giving/donations/queries').then(
        ({ donationsQuery, donationSummaryQuery }) => {
          prefetch(queryClient.infiniteQuery(donationsQuery(options)));
          prefetch(queryClient.query(donationSummaryQuery(options)));
        },
      ),
    );
  },
}).lazy(() => import('./member-donations.lazy').then((module) => module.Route));
