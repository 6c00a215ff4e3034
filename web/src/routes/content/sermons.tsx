import { createRoute } from '@tanstack/react-router';
import { requireMember } from '../../lib/guard';
import { readText } from '../../lib/search';
import { prefetchMemberScreen } from '../../lib/browser/prefetch-member-screen';
import { rootRoute } from '../root';

export const sermonsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sermons',
  staticData: { title: 'Sermon Archive' },
  validateSearch: (search): { q?: string | undefined; open?: string | undefined } => ({
    q: readText(search, 'q'),
    open: readText(search, 'open'),
  }),
  beforeLoad: ({ context }) => ({ person: requireMember(context) }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) =>
    prefetchMemberScreen((loaders) => loaders.sermons(queryClient, deps)),
}).lazy(() => import('./sermons.lazy').then((module) => module.Route));
