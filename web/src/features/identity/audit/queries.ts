import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { apiPage, queryString } from '../../../lib/api';

export interface AuditFilters {
  action: string | undefined;
  personId: string | undefined;
  from: string | undefined;
  to: string | undefined;
}

/** The audit log by pages, newest first. */
export const auditQuery = (filters: Partial<AuditFilters>) =>
  infiniteQueryOptions({
    queryKey: ['audit', filters],
    queryFn: ({ signal, pageParam }) =>
      apiPage('/api/admin/audit', { query: { ...filters, limit: 200, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });

/** Returns the address of the export, which contains exactly what the filters find. */
export const auditCsv = (filters: Partial<AuditFilters>) =>
  `/api/admin/audit.csv${queryString({ ...filters })}`;
