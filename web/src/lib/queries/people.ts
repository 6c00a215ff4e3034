import { queryOptions } from '@tanstack/react-query';
import type { StaffUser } from '#libs/contracts';
import { api } from '../api';

/** All users of the church, for pickers and lists. */
export const peopleQuery = queryOptions({
  queryKey: ['people', 'all'],
  queryFn: ({ signal }) => api('/api/admin/users', { signal }),
});

/** Pending users, those who have waited longest first. */
export const pendingPeopleQuery = queryOptions({
  queryKey: ['people', 'pending'],
  queryFn: ({ signal }) => api('/api/users/pending', { signal }),
});

/** Returns the users for whom donations can be recorded. A pending user is no donor yet. */
export const donorsAmong = (people: readonly StaffUser[] = []) =>
  people.filter((person) => person.isApproved);

export const fullName = (person: { firstName: string; lastName: string }) =>
  `${person.firstName} ${person.lastName}`.trim();
