import { createRoute } from '@tanstack/react-router';
import { AccessDeniedError, requirePermission } from '../../lib/guard';
import { readGridSearch } from '../../lib/search-grid';
import { prefetchContentList } from '../../lib/browser/prefetch-content-list';
import { rootRoute } from '../root';

export const brothersAdminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/brothers-in-christ',
  staticData: { title: 'Brothers in Christ Management' },
  validateSearch: readGridSearch,
  beforeLoad: ({ context }) => {
    requirePermission(
      context,
      'brothers.manage',
      new AccessDeniedError(
        'Access Denied',
        'Only admins and pastors can manage Brothers in Christ content.',
      ),
    );
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps: { q, active, sort } }) => {
    prefetchContentList(queryClient, 'brothers-in-christ', { q, active, sort });
  },
}).lazy(() => import('./brothers-admin.lazy').then((module) => module.Route));
