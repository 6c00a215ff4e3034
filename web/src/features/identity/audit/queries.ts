import type { AuditGroup } from '#libs/contracts';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { apiPage, queryString } from '../../../lib/api';

export interface AuditFilters {
  action: string | undefined;
  group: AuditGroup | undefined;
  personId: string | undefined;
  from: string | undefined;
  to: string | undefined;
}

/**
 * The filters in the address. If it names neither a group nor an action, phones list only changes,
 * and other devices list everything.
 */
export interface AuditSearch extends Omit<AuditFilters, 'group'> {
  group: AuditGroup | 'all' | undefined;
}

/** Returns the group that is listed. An action that is chosen needs no group. */
export function listedGroup(
  { group, action }: Partial<AuditSearch>,
  isPhone: boolean,
): AuditGroup | 'all' {
  if (action !== undefined) return 'all';
  return group ?? (isPhone ? 'changes' : 'all');
}

/** Returns the filters for the server. */
export function auditFiltersOf(search: Partial<AuditSearch>, isPhone: boolean) {
  const group = listedGroup(search, isPhone);
  return { ...search, group: group === 'all' ? undefined : group };
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
