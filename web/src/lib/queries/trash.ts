import { queryOptions } from '@tanstack/react-query';
import { api } from '../api';

/** The deleted content that the user may restore, the last one first. */
export const trashQuery = queryOptions({
  queryKey: ['trash'],
  queryFn: ({ signal }) => api('/api/admin/trash', { signal }),
});
