import { createRoute } from '@tanstack/react-router';
import { requireStaff } from '../lib/guard';
import { readGridSearch } from '../lib/search-grid';
import { whenKept } from '../lib/when-kept';
import { rootRoute } from './root';

export const pastorDashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/pastor-dashboard',
  staticData: { title: 'Pastor Dashboard' },
  validateSearch: readGridSearch,
  beforeLoad: ({ context }) => {
    requireStaff(context, 'study.publish');
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps: { q, active, sort } }) => {
    whenKept(queryClient, 'bible-studies', { q, active, sort });
  },
}).lazy(() => import('./pastor-dashboard.lazy').then((module) => module.Route));

/** `new`, or the id of what is edited. */
export const studyEditorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/pastor-dashboard/studies/$id',
  staticData: { title: 'Bible Study' },
  beforeLoad: ({ context }) => {
    requireStaff(context, 'study.publish');
  },
}).lazy(() => import('./study-editor.lazy').then((module) => module.Route));
