import { createRoute, redirect } from '@tanstack/react-router';
import { requireMember } from '../lib/guard';
import { rootRoute } from './root';

export const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  staticData: { title: 'My Profile' },
  beforeLoad: ({ context }) => {
    const person = requireMember(context);
    if (!person.organizationId) throw redirect({ to: '/settings' }); // a profile is a church's
    return { person };
  },
}).lazy(() => import('./profile.lazy').then((module) => module.Route));

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  staticData: { title: 'Account Settings' },
  beforeLoad: ({ context }) => ({ person: requireMember(context) }),
}).lazy(() => import('./settings.lazy').then((module) => module.Route));
