import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api';

/** Churches that a person may register with on this host; one on a church's own host. */
export const churchesQuery = queryOptions({
  queryKey: ['churches'],
  queryFn: ({ signal }) => api('/api/churches', { signal }),
});
