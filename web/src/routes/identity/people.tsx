import { createRoute } from '@tanstack/react-router';
import type { AuditSearch } from '../../features/identity/audit/queries';
import type { MemberFilters } from '../../features/identity/members/member-filters';
import { isPhone } from '../../lib/browser/use-media';
import { requirePermission } from '../../lib/guard';
import { pendingPeopleQuery, peopleQuery } from '../../lib/queries/people';
import { readChoice, readDate, readId, readSortOf, readText, type SortOf } from '../../lib/search';
import { roleNames } from '../../lib/vocabulary';
import { prefetch } from '../../lib/prefetch';
import { rootRoute } from '../root';

// Routes for the members, approvals, roles and the audit log.

interface MemberSearch extends MemberFilters {
  sort: SortOf<'name' | 'role' | 'memberSince'> | undefined;
}

export const membersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/members',
  staticData: { title: 'Members' },
  validateSearch: (search): Partial<MemberSearch> => ({
    search: readText(search, 'search'),
    role: readChoice(search, 'role', roleNames),
    state: readChoice(search, 'state', ['active', 'pending', 'suspended']),
    sort: readSortOf(search, ['name', 'role', 'memberSince']),
  }),
  beforeLoad: ({ context }) => {
    requirePermission(context, 'member.manage');
  },
  loader: ({ context: { queryClient } }) => {
    prefetch(queryClient.query(peopleQuery));
  },
}).lazy(() => import('./members.lazy').then((module) => module.Route));

export const userApprovalsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/user-approvals',
  staticData: { title: 'User Approvals' },
  beforeLoad: ({ context }) => {
    requirePermission(context, 'member.approve');
  },
  loader: ({ context: { queryClient } }) => {
    prefetch(queryClient.query(pendingPeopleQuery));
  },
}).lazy(() => import('./user-approvals.lazy').then((module) => module.Route));

export const rolesPermissionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/roles-permissions',
  staticData: { title: 'Roles & Permissions' },
  beforeLoad: ({ context }) => {
    requirePermission(context, 'role.overview');
  },
  loader: ({ context: { queryClient } }) => {
    prefetch(
      import('../../features/identity/roles/queries').then(({ rolesQuery }) =>
        queryClient.query(rolesQuery),
      ),
    );
  },
}).lazy(() => import('./roles-permissions.lazy').then((module) => module.Route));

export const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/audit',
  staticData: { title: 'Audit Log' },
  validateSearch: (search): Partial<AuditSearch> => ({
    action: readText(search, 'action')?.slice(0, 100),
    group: readChoice(search, 'group', ['all', 'changes', 'views', 'access']),
    personId: readId(search, 'personId'),
    from: readDate(search, 'from'),
    to: readDate(search, 'to'),
  }),
  beforeLoad: ({ context }) => {
    requirePermission(context, 'audit.read');
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    prefetch(
      import('../../features/identity/audit/queries').then(({ auditFiltersOf, auditQuery }) =>
        queryClient.infiniteQuery(auditQuery(auditFiltersOf(deps, isPhone()))),
      ),
    );
  },
}).lazy(() => import('./audit.lazy').then((module) => module.Route));
