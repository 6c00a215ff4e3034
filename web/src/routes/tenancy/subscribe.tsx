import { createRoute, notFound, redirect } from '@tanstack/react-router';
import { requireMember } from '../../lib/guard';
import { settingsQuery } from '../../lib/queries/settings';
import { prefetch } from '../../lib/prefetch';
import { rootRoute } from '../root';

/** Everyone sees the plans; administrators choose. Visitors of a church’s own host may look; elsewhere they are led to where churches register. */
export const subscribeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/subscribe',
  staticData: { title: 'Choose Your Plan' },
  beforeLoad: async ({ context }) => {
    if (context.user) {
      if (!requireMember(context).organizationId) throw notFound();
    } else if (
      !(await context.queryClient.query({ ...settingsQuery, staleTime: 'static' })).isChurchHost
    )
      throw redirect({ to: '/signup' });
  },
  loader: ({ context: { queryClient, user } }) => {
    if (user)
      prefetch(
        import('../../features/tenancy/subscription/queries').then(({ subscriptionQuery }) =>
          queryClient.query(subscriptionQuery),
        ),
      );
  },
}).lazy(() => import('./subscribe.lazy').then((module) => module.Route));
