import { createRoute, redirect } from '@tanstack/react-router';
import type { SignInProblem } from '#libs/contracts';
import { api } from '../../lib/api';
import { readChoice, readNextPath, readText } from '../../lib/search';
import { rootRoute } from '../root';

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  staticData: { title: 'Sign in' },
  // Single sign-on sets `code` and `problem` when it returns to this page.
  validateSearch: (
    search,
  ): {
    next?: string | undefined;
    code?: 'authenticator' | 'sms' | undefined;
    problem?: string | undefined;
  } => ({
    next: readNextPath(search),
    code: readChoice(search, 'code', ['authenticator', 'sms']),
    problem: readText(search, 'problem'),
  }),
  beforeLoad: ({ context, search }) => {
    if (context.user) throw redirect({ href: search.next ?? '/', replace: true });
    if (search.code)
      throw redirect({ to: '/sign-in/code', search: { next: search.next }, replace: true });
  },
}).lazy(() => import('./sign-in.lazy').then((module) => module.Route));

/** The page for the second factor. Users who owe none are sent back to sign-in, which says so. */
export const signInCodeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/code',
  staticData: { title: 'Enter your code' },
  validateSearch: (search): { next?: string | undefined } => ({ next: readNextPath(search) }),
  beforeLoad: async ({ context, search }) => {
    if (context.user) throw redirect({ href: search.next ?? '/', replace: true });
    const { method } = await api('/api/login/mfa');
    if (!method)
      throw redirect({
        to: '/sign-in',
        search: { next: search.next, problem: 'expired' satisfies SignInProblem },
        replace: true,
      });
    return { method };
  },
}).lazy(() => import('./sign-in-code.lazy').then((module) => module.Route));
