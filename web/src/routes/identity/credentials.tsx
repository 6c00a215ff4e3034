import { createRoute } from '@tanstack/react-router';
import { readText } from '../../lib/search';
import { rootRoute } from '../root';

const token = (search: Record<string, unknown>): { token?: string | undefined } => ({
  token: readText(search, 'token'),
});

export const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  staticData: { title: 'Forgot password' },
}).lazy(() => import('./credentials.lazy').then((module) => module.ForgotPasswordRoute));

/** The pages to which links in emails lead. */
export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  staticData: { title: 'Choose a new password' },
  validateSearch: token,
}).lazy(() => import('./credentials.lazy').then((module) => module.ResetPasswordRoute));

export const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  staticData: { title: 'Confirm email address' },
  validateSearch: token,
}).lazy(() => import('./credentials.lazy').then((module) => module.VerifyEmailRoute));
