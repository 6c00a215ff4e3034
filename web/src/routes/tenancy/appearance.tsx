import { createRoute } from '@tanstack/react-router';
import { requirePermission } from '../../lib/guard';
import { rootRoute } from '../root';

// The routes for the appearance and the settings of the church.

export const appearanceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/appearance',
  staticData: { title: 'Church Appearance' },
  beforeLoad: ({ context }) => {
    requirePermission(context, 'appearance.manage');
  },
}).lazy(() => import('./appearance.lazy').then((module) => module.Route));

export const churchSettingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/settings',
  staticData: { title: 'Church Settings' },
  beforeLoad: ({ context }) => {
    requirePermission(context, 'setting.manage');
  },
}).lazy(() => import('./church-settings.lazy').then((module) => module.Route));
