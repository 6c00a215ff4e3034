import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api';

/**
 * The churches with which a user can register on this host; a church's own host has only this one.
 */
export const churchesQuery = queryOptions({
  queryKey: ['churches'],
  queryFn: ({ signal }) => api('/api/churches', { signal }),
});
