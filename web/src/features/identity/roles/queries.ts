import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api';

/** All users by role, and what each role may do. */
export const rolesQuery = queryOptions({
  queryKey: ['people', 'roles'],
  queryFn: ({ signal }) => api('/api/admin/roles-permissions', { signal }),
});
