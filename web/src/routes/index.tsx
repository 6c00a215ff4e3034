import { noop } from '@tanstack/react-query';
import { createRoute, redirect } from '@tanstack/react-router';
import { yearOf } from '#libs/calendar';
import { gateOf, may } from '#libs/contracts';
import { activeFundraisersQuery } from '../lib/queries/fundraisers';
import { ownDonationsQuery, ownTotalQuery } from '../lib/queries/own-giving';
import { churchToday } from '../lib/church';
import { settingsQuery } from '../lib/queries/settings';
import { warm } from '../lib/warm';
import { whenShown } from '../lib/browser/when-shown';
import { rootRoute } from './root';

/** Start page, pending notice, suspension notice or dashboard, by the person's state; the platform's owner is led to the churches. */
export const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: { title: 'Dashboard' },
  beforeLoad: ({ context: { user } }) => {
    // whoever belongs to the platform alone has their desk there
    if (user && !user.organizationId) throw redirect({ to: '/admin/organizations', replace: true });
  },
  loader: async ({ context: { user, queryClient } }) => {
    if (!user || gateOf(user) !== 'open') return;
    // what stands above everything else comes with the page: nothing moves
    const above = may(user, 'ledger.read')
      ? import('./start/above').then(({ askAbove }) => askAbove(queryClient, user)).catch(noop)
      : undefined;
    warm(queryClient.query(ownTotalQuery));
    warm(queryClient.query(activeFundraisersQuery));
    whenShown((shown) => shown.dashboard(queryClient));
    warm(
      queryClient
        .query({ ...settingsQuery, staleTime: 'static' })
        .then((settings) =>
          queryClient.query(ownDonationsQuery(user.id, yearOf(churchToday(settings)))),
        ),
    );
    await above;
  },
}).lazy(() => import('./index.lazy').then((module) => module.Route));
