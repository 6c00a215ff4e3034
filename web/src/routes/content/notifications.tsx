import { createRoute } from '@tanstack/react-router';
import { requireMember } from '../../lib/guard';
import { prefetchMemberScreen } from '../../lib/browser/prefetch-member-screen';
import { rootRoute } from '../root';

export const notificationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/notifications',
  staticData: { title: 'Notification Settings' },
  beforeLoad: ({ context }) => ({ person: requireMember(context) }),
  loader: ({ context: { queryClient } }) =>
    prefetchMemberScreen((loaders) => loaders.notifications(queryClient)),
}).lazy(() => import('./notifications.lazy').then((module) => module.Route));
