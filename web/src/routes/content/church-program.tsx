import { createRoute } from '@tanstack/react-router';
import { requireMember } from '../../lib/guard';
import { readText } from '../../lib/search';
import { prefetchMemberScreen } from '../../lib/browser/prefetch-member-screen';
import { rootRoute } from '../root';

export const churchProgramRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/church-program',
  staticData: { title: 'Church Program' },
  validateSearch: (search): { open?: string | undefined } => ({ open: readText(search, 'open') }),
  beforeLoad: ({ context }) => ({ person: requireMember(context) }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) =>
    prefetchMemberScreen((loaders) => loaders.program(queryClient, deps.open)),
}).lazy(() => import('./church-program.lazy').then((module) => module.Route));
