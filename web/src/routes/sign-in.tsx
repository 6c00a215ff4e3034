import { createRoute, redirect } from '@tanstack/react-router';
import { readChoice, readNext, readText } from '../lib/search';
import { rootRoute } from './root';

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  staticData: { title: 'Sign in' },
  // code and problem: what single sign-on led back with
  validateSearch: (search): { next?: string | undefined; code?: 'authenticator' | 'sms' | undefined; problem?: string | undefined } => ({
    next: readNext(search),
    code: readChoice(search, 'code', ['authenticator', 'sms']),
    problem: readText(search, 'problem'),
  }),
  beforeLoad: ({ context, search }) => {
    if (context.user) throw redirect({ href: search.next ?? '/', replace: true });
  },
}).lazy(() => import('./sign-in.lazy').then((module) => module.Route));
