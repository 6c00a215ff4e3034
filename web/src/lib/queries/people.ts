import { queryOptions } from '@tanstack/react-query';
import type { StaffUser } from '#libs/contracts';
import { api } from '../api';

/** The church's people, for pickers. */
export const peopleQuery = queryOptions({
  queryKey: ['people', 'all'],
  queryFn: ({ signal }) => api('/api/admin/users', { signal }),
});

/** Those who wait for approval, longest first. */
export const pendingPeopleQuery = queryOptions({
  queryKey: ['people', 'pending'],
  queryFn: ({ signal }) => api('/api/users/pending', { signal }),
});

/** Of the church's people those in whose name gifts are recorded: whoever waits for approval is no donor yet. */
export const donorsAmong = (people: readonly StaffUser[] = []) =>
  people.filter((person) => person.isApproved);

export const fullName = (person: { firstName: string; lastName: string }) =>
  `${person.firstName} ${person.lastName}`.trim();
