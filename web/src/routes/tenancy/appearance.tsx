import { createRoute } from '@tanstack/react-router';
import { requireStaff } from '../../lib/guard';
import { rootRoute } from '../root';

// The route for the appearance of the church.

export const appearanceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/appearance',
  staticData: { title: 'Church Appearance' },
  beforeLoad: ({ context }) => {
    requireStaff(context, 'appearance.manage');
  },
}).lazy(() => import('./appearance.lazy').then((module) => module.Route));

export const churchSettingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/settings',
  staticData: { title: 'Church Settings' },
  beforeLoad: ({ context }) => {
    requireStaff(context, 'setting.manage');
  },
}).lazy(() => import('./church-settings.lazy').then((module) => module.Route));
