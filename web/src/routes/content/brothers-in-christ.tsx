import { createRoute } from '@tanstack/react-router';
import type { BrothersFilters } from '../../features/content/brothers/brothers-list';
import { brothersTags } from '../../lib/choices';
import { requireMember } from '../../lib/guard';
import { readChoice, readText } from '../../lib/search';
import { prefetchMemberScreen } from '../../lib/browser/prefetch-member-screen';
import { rootRoute } from '../root';

export const brothersInChristRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/brothers-in-christ',
  staticData: { title: 'Brothers in Christ' },
  validateSearch: (search): BrothersFilters & { open?: string | undefined } => ({
    q: readText(search, 'q'),
    tag: readChoice(search, 'tag', brothersTags),
    open: readText(search, 'open'),
  }),
  beforeLoad: ({ context }) => ({ person: requireMember(context) }),
  loaderDeps: ({ search }) => ({ open: search.open }),
  loader: ({ context: { queryClient }, deps }) =>
    prefetchMemberScreen((loaders) => loaders.brothers(queryClient, deps.open)),
}).lazy(() => import('./brothers-in-christ.lazy').then((module) => module.Route));
