import { noop } from '@tanstack/react-query';
import { createRoute, redirect } from '@tanstack/react-router';
import { yearOf } from '#libs/calendar';
import { portalAccessOf, may } from '#libs/contracts';
import { activeFundraisersQuery } from '../lib/queries/fundraisers';
import { ownDonationsQuery, ownTotalQuery } from '../lib/queries/own-giving';
import { churchToday } from '../lib/church';
import { settingsQuery } from '../lib/queries/settings';
import { prefetch } from '../lib/prefetch';
import { readId } from '../lib/search';
import { prefetchMemberScreen } from '../lib/browser/prefetch-member-screen';
import { rootRoute } from './root';

/**
 * The start page: for visitors the landing page, otherwise a notice for pending or suspended users,
 * or the dashboard. Super administrators without a church are sent to the list of churches.
 */
export const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: { title: 'Dashboard' },
  validateSearch: (search): { announcement?: string | undefined } => ({
    announcement: readId(search, 'announcement'),
  }),
  beforeLoad: ({ context: { user } }) => {
    // Super administrators without a church begin at the list of churches.
    if (user && !user.organizationId) throw redirect({ to: '/admin/organizations', replace: true });
  },
  loader: async ({ context: { user, queryClient } }) => {
    if (!user || portalAccessOf(user) !== 'open') return;
    // Wait for what decides which cards the page has, so that nothing moves later.
    const staffCards = may(user, 'ledger.read')
      ? import('./start/load-staff-cards')
          .then(({ loadStaffCards }) => loadStaffCards(queryClient, user))
          .catch(noop)
      : undefined;
    const resumeCard = import('../lib/content/member-screen-loaders')
      .then(({ memberScreenLoaders }) => memberScreenLoaders.resumeCard(queryClient))
      .catch(noop);
    const fundraisers = queryClient
      .query({ ...activeFundraisersQuery, staleTime: 'static' })
      .catch(noop);
    prefetch(queryClient.query(ownTotalQuery));
    prefetchMemberScreen((loaders) => loaders.dashboard(queryClient));
    prefetch(
      queryClient
        .query({ ...settingsQuery, staleTime: 'static' })
        .then((settings) =>
          queryClient.query(ownDonationsQuery(user.id, yearOf(churchToday(settings)))),
        ),
    );
    await Promise.all([staffCards, resumeCard, fundraisers]);
  },
}).lazy(() => import('./index.lazy').then((module) => module.Route));
