import { noop } from '@tanstack/react-query';
import { createRoute } from '@tanstack/react-router';
import { yearOf } from '#libs/calendar';
import { activeFundraisersQuery } from '../../lib/queries/fundraisers';
import { ownDonationsQuery, ownTotalQuery } from '../../lib/queries/own-giving';
import { pledgeQuery } from '../../features/giving/pledge/queries';
import { churchToday } from '../../lib/church';
import { requireMember } from '../../lib/guard';
import { settingsQuery } from '../../lib/queries/settings';
import { readYear } from '../../lib/search';
import { prefetch } from '../../lib/prefetch';
import { rootRoute } from '../root';

export const donationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/donations',
  staticData: { title: 'Donations & Giving' },
  validateSearch: (search): { year?: number | undefined } => ({ year: readYear(search) }),
  beforeLoad: ({ context }) => ({ person: requireMember(context) }),
  loader: async ({ context: { person, queryClient } }) => {
    prefetch(queryClient.query(ownTotalQuery));
    prefetch(queryClient.query(ownDonationsQuery(person.id)));
    prefetch(queryClient.query(activeFundraisersQuery));
    // Wait for the data at the top of the page, so that nothing moves later.
    await queryClient
      .query({ ...settingsQuery, staleTime: 'static' })
      .then((settings) => yearOf(churchToday(settings)))
      .then((year) =>
        Promise.all([
          queryClient.query(pledgeQuery(person.id, year)),
          queryClient.query(ownDonationsQuery(person.id, year)),
        ]),
      )
      .catch(noop);
  },
}).lazy(() => import('./donations.lazy').then((module) => module.Route));
