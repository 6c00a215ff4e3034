import { createRoute } from '@tanstack/react-router';
import { requireMember } from '../../lib/guard';
import { prefetchMemberScreen } from '../../lib/browser/prefetch-member-screen';
import { rootRoute } from '../root';

export const communityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/community',
  staticData: { title: 'Our Community' },
  beforeLoad: ({ context }) => ({ person: requireMember(context) }),
  loader: ({ context: { queryClient } }) =>
    prefetchMemberScreen((loaders) => loaders.community(queryClient)),
}).lazy(() => import('./community.lazy').then((module) => module.Route));
