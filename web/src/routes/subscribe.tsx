import { createRoute, notFound, redirect } from '@tanstack/react-router';
import { requireMember } from '../lib/guard';
import { warm } from '../lib/warm';
import { rootRoute } from './root';

/** Everyone sees the plans; administrators choose. Visitors are led to where churches register. */
export const subscribeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/subscribe',
  staticData: { title: 'Choose Your Plan' },
  beforeLoad: ({ context }) => {
    if (!context.user) throw redirect({ to: '/signup' });
    if (!requireMember(context).organizationId) throw notFound();
  },
  loader: ({ context: { queryClient } }) => {
    warm(import('../features/tenancy/subscription/queries').then(({ subscriptionQuery }) => queryClient.query(subscriptionQuery)));
  },
}).lazy(() => import('./subscribe.lazy').then((module) => module.Route));
