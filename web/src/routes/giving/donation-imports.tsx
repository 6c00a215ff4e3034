import { createRoute } from '@tanstack/react-router';
import { requirePermission } from '../../lib/guard';
import { readText } from '../../lib/search';
import { prefetch } from '../../lib/prefetch';
import { rootRoute } from '../root';

export const donationImportsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/donation-imports',
  staticData: { title: 'Import Donations' },
  beforeLoad: ({ context }) => {
    requirePermission(context, 'donation.import');
  },
  loader: ({ context: { queryClient } }) => {
    prefetch(
      import('../../features/giving/import/queries').then(({ importsQuery }) =>
        queryClient.query(importsQuery),
      ),
    );
  },
}).lazy(() => import('./donation-imports.lazy').then((module) => module.Route));

export const donationImportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/donation-imports/$id',
  staticData: { title: 'Donation Import' },
  validateSearch: (search): Partial<Record<'state' | 'problem' | 'q', string | undefined>> => ({
    state: readText(search, 'state'),
    problem: readText(search, 'problem'),
    q: readText(search, 'q'),
  }),
  beforeLoad: ({ context }) => {
    requirePermission(context, 'donation.import');
  },
  loader: ({ context: { queryClient }, params }) => {
    prefetch(
      import('../../features/giving/import/queries').then(({ importQuery }) =>
        queryClient.query(importQuery(params.id)),
      ),
    );
  },
}).lazy(() => import('./donation-import.lazy').then((module) => module.Route));
