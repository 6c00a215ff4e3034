import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { apiPage, queryString } from '../../../lib/api';

export interface AuditFilters {
  action: string | undefined;
  personId: string | undefined;
  from: string | undefined;
  to: string | undefined;
}

/** Newest first, page after page as one scrolls. */
export const auditQuery = (filters: Partial<AuditFilters>) =>
  infiniteQueryOptions({
    queryKey: ['audit', filters],
    queryFn: ({ signal, pageParam }) =>
      apiPage('/api/admin/audit', { query: { ...filters, limit: 200, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });

/** The export holds exactly what the filters show. */
export const auditCsv = (filters: Partial<AuditFilters>) =>
  `/api/admin/audit.csv${queryString({ ...filters })}`;
