import { createRoute } from '@tanstack/react-router';
import { requireMember } from '../../lib/guard';
import { whenShown } from '../../lib/browser/when-shown';
import { rootRoute } from '../root';

export const communityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/community',
  staticData: { title: 'Our Community' },
  beforeLoad: ({ context }) => ({ person: requireMember(context) }),
  loader: ({ context: { queryClient } }) => whenShown((shown) => shown.community(queryClient)),
}).lazy(() => import('./community.lazy').then((module) => module.Route));
