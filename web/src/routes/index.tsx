import { noop, type QueryClient } from '@tanstack/react-query';
import { createRoute, redirect } from '@tanstack/react-router';
import { yearOf } from '#libs/calendar';
import { portalAccessOf, may, type User } from '#libs/contracts';
import { firstStepsQuery } from '../lib/queries/first-steps';
import { activeFundraisersQuery } from '../lib/queries/fundraisers';
import { givingTodayQuery } from '../lib/queries/giving-today';
import { ownDonationsQuery, ownTotalQuery } from '../lib/queries/own-giving';
import { churchToday } from '../lib/church';
import { settingsQuery } from '../lib/queries/settings';
import { prefetch } from '../lib/prefetch';
import { readId } from '../lib/search';
import { prefetchMemberScreen } from '../lib/browser/prefetch-member-screen';
import { rootRoute } from './root';

/**
 * Loads the cards at the top of the staff's dashboard: the code and, at each visit, the data.
 * Errors are ignored here: the card of giving shows its own, and the dashboard leaves out the first
 * steps.
 */
async function loadStaffCards(client: QueryClient, user: User): Promise<void> {
  await Promise.all([
    import('./start/staff-cards').catch(noop),
    client.query({ ...givingTodayQuery, staleTime: 0 }).catch(noop),
    may(user, 'setting.manage') && client.query({ ...firstStepsQuery, staleTime: 0 }).catch(noop),
  ]);
}

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
    const staffCards = may(user, 'ledger.read') ? loadStaffCards(queryClient, user) : undefined;
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
