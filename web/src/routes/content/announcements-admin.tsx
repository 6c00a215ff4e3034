import { createRoute } from '@tanstack/react-router';
import { requirePermission } from '../../lib/guard';
import { readGridSearch } from '../../lib/search-grid';
import { prefetchContentList } from '../../lib/browser/prefetch-content-list';
import { rootRoute } from '../root';

export const announcementsAdminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/announcements',
  staticData: { title: 'Announcements' },
  validateSearch: readGridSearch,
  beforeLoad: ({ context }) => {
    requirePermission(context, 'announcement.manage');
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps: { q, active, sort } }) => {
    prefetchContentList(queryClient, 'announcements', { q, active, sort }, true);
  },
}).lazy(() => import('./announcements-admin.lazy').then((module) => module.Route));
