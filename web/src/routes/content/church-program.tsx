import { createRoute } from '@tanstack/react-router';
import { requireMember } from '../../lib/guard';
import { readText } from '../../lib/search';
import { whenShown } from '../../lib/browser/when-shown';
import { rootRoute } from '../root';

export const churchProgramRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/church-program',
  staticData: { title: 'Church Program' },
  validateSearch: (search): { open?: string | undefined } => ({ open: readText(search, 'open') }),
  beforeLoad: ({ context }) => ({ person: requireMember(context) }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) =>
    whenShown((shown) => shown.program(queryClient, deps.open)),
}).lazy(() => import('./church-program.lazy').then((module) => module.Route));
