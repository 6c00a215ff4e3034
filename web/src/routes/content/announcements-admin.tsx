import { createRoute } from '@tanstack/react-router';
import { requireStaff } from '../../lib/guard';
import { readGridSearch } from '../../lib/search-grid';
import { whenKept } from '../../lib/browser/when-kept';
import { rootRoute } from '../root';

export const announcementsAdminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/announcements',
  staticData: { title: 'Announcements' },
  validateSearch: readGridSearch,
  beforeLoad: ({ context }) => {
    requireStaff(context, 'announcement.manage');
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps: { q, active, sort } }) => {
    whenKept(queryClient, 'announcements', { q, active, sort }, true);
  },
}).lazy(() => import('./announcements-admin.lazy').then((module) => module.Route));
