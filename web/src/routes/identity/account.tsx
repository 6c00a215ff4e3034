import { createRoute } from '@tanstack/react-router';
import { requireMember } from '../../lib/guard';
import { rootRoute } from '../root';

export const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  staticData: { title: 'My Profile' },
  beforeLoad: ({ context }) => ({ person: requireMember(context) }),
}).lazy(() => import('./profile.lazy').then((module) => module.Route));

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  staticData: { title: 'Account Settings' },
  beforeLoad: ({ context }) => ({ person: requireMember(context) }),
}).lazy(() => import('./settings.lazy').then((module) => module.Route));
