import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { TableFormat } from '#libs/contracts';
import { api, apiPage, queryString } from '../../../lib/api';

/**
 * After the first page, load the largest pages that the server allows, because a user who continues
 * scrolls far.
 */
const pageSize = (cursor: string | null) => (cursor === null ? 500 : 1000);

export interface LedgerOptions {
  year?: number | undefined;
  search?: string | undefined;
  asOf?: string | undefined;
  sort: string;
}

export const ledgerQuery = (options: LedgerOptions) =>
  infiniteQueryOptions({
    queryKey: ['giving', 'ledger', 'rows', options],
    queryFn: ({ signal, pageParam }) =>
      apiPage('/api/admin/church-ledger', {
        query: { ...options, limit: pageSize(pageParam), cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });

/** The donations of one row, in the same state of the ledger. */
export const ledgerEntriesQuery = (donorId: string, year: number, asOf: string | undefined) =>
  queryOptions({
    queryKey: ['giving', 'ledger', 'entries', donorId, year, asOf ?? 'now'],
    queryFn: ({ signal }) =>
      api(`/api/admin/church-ledger/${donorId}/${year}`, { query: { asOf }, signal }),
  });

/** The deleted donations of one row. */
export const ledgerDeletedQuery = (donorId: string, year: number) =>
  queryOptions({
    queryKey: ['giving', 'ledger', 'deleted', donorId, year],
    queryFn: ({ signal }) =>
      api(`/api/admin/church-ledger/${donorId}/${year}`, { query: { state: 'deleted' }, signal }),
  });

export const givingByMonthQuery = (year: number, asOf: string | undefined) =>
  queryOptions({
    queryKey: ['giving', 'ledger', 'months', year, asOf ?? 'now'],
    queryFn: ({ signal }) => api('/api/admin/giving-by-month', { query: { year, asOf }, signal }),
  });

/** Returns the address of a file with all rows that the filters find. */
export const ledgerFile = (options: LedgerOptions, format: TableFormat) =>
  `/api/admin/church-ledger.${format}${queryString({ ...options })}`;
