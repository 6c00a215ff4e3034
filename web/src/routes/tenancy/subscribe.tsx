import { createRoute, notFound, redirect } from '@tanstack/react-router';
import { requireMember } from '../../lib/guard';
import { settingsQuery } from '../../lib/queries/settings';
import { prefetch } from '../../lib/prefetch';
import { rootRoute } from '../root';

/**
 * Shows the plans to every user; admins can choose one. Visitors may see them on the church's own
 * host. On other hosts they are sent to the page where churches register.
 */
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
