import { queryOptions } from '@tanstack/react-query';
import { api } from '../api';

/** Whether the church is read-only, the text of its banner, and the end of its trial. */
export const standingQuery = queryOptions({
  queryKey: ['standing'],
  queryFn: ({ signal }) => api('/api/church/standing', { signal }),
});
