import { createRoute, redirect } from '@tanstack/react-router';
import { readNext } from '../lib/search';
import { rootRoute } from './root';

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  staticData: { title: 'Sign in' },
  validateSearch: (search): { next?: string | undefined } => ({ next: readNext(search) }),
  beforeLoad: ({ context, search }) => {
    if (context.user) throw redirect({ href: search.next ?? '/', replace: true });
  },
}).lazy(() => import('./sign-in.lazy').then((module) => module.Route));
