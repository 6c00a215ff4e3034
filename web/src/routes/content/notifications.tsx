import { createRoute } from '@tanstack/react-router';
import { requireMember } from '../../lib/guard';
import { whenShown } from '../../lib/browser/when-shown';
import { rootRoute } from '../root';

export const notificationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/notifications',
  staticData: { title: 'Notification Settings' },
  beforeLoad: ({ context }) => ({ person: requireMember(context) }),
  loader: ({ context: { queryClient } }) => whenShown((shown) => shown.notifications(queryClient)),
}).lazy(() => import('./notifications.lazy').then((module) => module.Route));
