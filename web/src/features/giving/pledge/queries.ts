import { queryOptions } from '@tanstack/react-query';
import type { Pledge } from '#libs/contracts';
import { ApiError, api } from '../../../lib/api';

/** The user's pledge for a year; null if there is none. */
export const pledgeQuery = (userId: string, year: number) =>
  queryOptions({
    queryKey: ['giving', 'pledge', userId, year],
    queryFn: async ({ signal }): Promise<Pledge | null> => {
      try {
        return (await api(`/api/pledges/user/${userId}/year/${year}`, { signal })) ?? null;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });
