import { queryOptions } from '@tanstack/react-query';
import { api } from '../api';

/** Whether the church's staff may write, what a banner says, and how long its trial lasts. */
export const standingQuery = queryOptions({
  queryKey: ['standing'],
  queryFn: ({ signal }) => api('/api/church/standing', { signal }),
});
