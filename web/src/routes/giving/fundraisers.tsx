import { createRoute } from '@tanstack/react-router';
import { fundraisersQuery } from '../../lib/queries/fundraisers';
import { requirePermission } from '../../lib/guard';
import { readChoice } from '../../lib/search';
import { prefetch } from '../../lib/prefetch';
import { rootRoute } from '../root';

export const fundraisersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/fundraisers',
  staticData: { title: 'Fundraising Campaigns' },
  validateSearch: (search): { status?: 'active' | 'inactive' | undefined } => ({
    status: readChoice(search, 'status', ['active', 'inactive']),
  }),
  beforeLoad: ({ context }) => {
    requirePermission(context, 'fundraiser.manage');
  },
  loader: ({ context: { queryClient } }) => {
    prefetch(queryClient.query(fundraisersQuery));
  },
}).lazy(() => import('./fundraisers.lazy').then((module) => module.Route));
