import { createRoute } from '@tanstack/react-router';
import { requirePermission } from '../../lib/guard';
import { prefetch } from '../../lib/prefetch';
import { rootRoute } from '../root';

export const trashRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/trash',
  staticData: { title: 'Trash' },
  beforeLoad: ({ context }) => {
    requirePermission(context, 'event.manage');
  },
  loader: ({ context: { queryClient } }) => {
    prefetch(
      import('../../lib/queries/trash').then(({ trashQuery }) => queryClient.query(trashQuery)),
    );
  },
}).lazy(() => import('./trash.lazy').then((module) => module.Route));
