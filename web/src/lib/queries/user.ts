import { queryOptions } from '@tanstack/react-query';
import type { User } from '#libs/contracts';
import { ApiError, api } from '../api';
import { mayBeSignedIn } from '../session-hint';

/** The signed-in user; null if nobody is signed in. */
export const userQuery = queryOptions({
  queryKey: ['auth', 'user'],
  queryFn: async ({ signal }): Promise<User | null> => {
    if (!mayBeSignedIn()) return null;
    try {
      return await api('/api/auth/user', { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
});
