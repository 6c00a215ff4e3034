import { queryOptions } from '@tanstack/react-query';
import type { StaffUser } from '#libs/contracts';
import { api } from '../api';

/** The church's people, for pickers. */
export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: ({ signal }) => api<StaffUser[]>('/api/admin/users', { signal }),
});

export const fullName = (person: { firstName: string; lastName: string }) => `${person.firstName} ${person.lastName}`.trim();
