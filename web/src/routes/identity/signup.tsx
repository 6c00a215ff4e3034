import { createRoute } from '@tanstack/react-router';
import { readText } from '../../lib/search';
import { rootRoute, signupTitle } from '../root';

/** The landing page of the portal host. It can be opened on other hosts too. */
export const signupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signup',
  staticData: { title: signupTitle },
}).lazy(() => import('./signup.lazy').then((module) => module.SignupRoute));

export const signupSuccessRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signup-success',
  staticData: { title: 'Welcome' },
  validateSearch: (search): { church?: string | undefined } => ({
    church: readText(search, 'church'),
  }),
}).lazy(() => import('./signup.lazy').then((module) => module.SignupSuccessRoute));
