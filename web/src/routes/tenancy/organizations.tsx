import { createRoute } from '@tanstack/react-router';
import { requirePermission } from '../../lib/guard';
import { readText } from '../../lib/search';
import { prefetch } from '../../lib/prefetch';
import { rootRoute } from '../root';

export const organizationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/organizations',
  staticData: { title: 'Organization Management' },
  validateSearch: (search): { search?: string | undefined } => ({
    search: readText(search, 'search'),
  }),
  beforeLoad: ({ context }) => {
    requirePermission(context, 'organization.manage');
  },
  loader: ({ context: { queryClient } }) => {
    prefetch(
      import('../../lib/queries/organizations').then(({ organizationsQuery }) =>
        queryClient.query(organizationsQuery),
      ),
    );
  },
}).lazy(() => import('./organizations.lazy').then((module) => module.Route));
