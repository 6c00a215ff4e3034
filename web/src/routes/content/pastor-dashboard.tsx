import { createRoute } from '@tanstack/react-router';
import { requirePermission } from '../../lib/guard';
import { readChoice } from '../../lib/search';
import { readGridSearch } from '../../lib/search-grid';
import { inboxQuery } from '../../lib/queries/messages';
import { prefetch } from '../../lib/prefetch';
import { prefetchContentList } from '../../lib/browser/prefetch-content-list';
import { rootRoute } from '../root';

export const pastorDashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/pastor-dashboard',
  staticData: { title: 'Pastor Dashboard' },
  validateSearch: (search: Record<string, unknown>) => ({
    ...readGridSearch(search),
    tab: readChoice(search, 'tab', ['studies']),
  }),
  beforeLoad: ({ context }) => {
    requirePermission(context, 'study.publish');
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps: { tab, q, active, sort } }) => {
    if (tab === 'studies') prefetchContentList(queryClient, 'bible-studies', { q, active, sort });
    else prefetch(queryClient.infiniteQuery(inboxQuery(undefined)));
  },
}).lazy(() => import('./pastor-dashboard.lazy').then((module) => module.Route));

/** The editor of a Bible study. `id` is `new` or the id of the study. */
export const studyEditorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/pastor-dashboard/studies/$id',
  staticData: { title: 'Bible Study' },
  beforeLoad: ({ context }) => {
    requirePermission(context, 'study.publish');
  },
}).lazy(() => import('./study-editor.lazy').then((module) => module.Route));
