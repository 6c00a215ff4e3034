import { createRoute } from '@tanstack/react-router';
import type { NuggetFilters } from '../../features/content/nuggets/nugget-list';
import { categories } from '../../lib/choices';
import { requireMember } from '../../lib/guard';
import { readChoice, readText } from '../../lib/search';
import { prefetchMemberScreen } from '../../lib/browser/prefetch-member-screen';
import { rootRoute } from '../root';

export const nuggetsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/nuggets',
  staticData: { title: 'Nuggets' },
  validateSearch: (search): NuggetFilters => ({
    q: readText(search, 'q'),
    category: readChoice(search, 'category', categories),
  }),
  beforeLoad: ({ context }) => ({ person: requireMember(context) }),
  loader: ({ context: { queryClient } }) =>
    prefetchMemberScreen((loaders) => loaders.nuggets(queryClient)),
}).lazy(() => import('./nuggets.lazy').then((module) => module.Route));
