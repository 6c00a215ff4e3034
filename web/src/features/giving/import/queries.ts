import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DonationImport, RowState } from '#libs/contracts';
import { api, apiPage, queryString } from '../../../lib/api';
import type { RowsFilter } from './rows/rows-filter';

const base = '/api/admin/donation-imports';

/** The imports, newest first. */
export const importsQuery = queryOptions({
  queryKey: ['giving', 'imports', 'list'],
  queryFn: ({ signal }) => api(base, { signal }),
});

export const isRunning = (status: DonationImport['status']) =>
  status === 'committing' || status === 'undoing';

/** The current state of one import. `useImport` follows its changes. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['giving', 'imports', 'one', id],
    queryFn: ({ signal }) => api(`${base}/${id}`, { signal }),
  });

export interface RowsOptions {
  state: RowState;
  problem?: string | undefined;
}

export const importRowsQuery = (id: string, { state, problem }: RowsOptions) =>
  infiniteQueryOptions({
    queryKey: ['giving', 'imports', 'rows', id, state, problem ?? 'all'],
    queryFn: ({ signal, pageParam }) =>
      apiPage(`${base}/${id}/rows`, {
        query: { state, problem, limit: 100, cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

/**
 * After the first page, load the largest pages that the server allows, because a user who continues
 * scrolls far.
 */
const pageSize = (cursor: string | null) => (cursor === null ? 200 : 1000);

export const reviewPage = (
  id: string,
  { state, problem, q }: RowsFilter,
  cursor: string | null,
  signal?: AbortSignal,
) =>
  apiPage(`${base}/${id}/rows`, {
    query: { state, problem, q, limit: pageSize(cursor), cursor },
    signal,
  });

/** The rows that the review shows, in the order of the file. */
export const reviewRowsQuery = (id: string, { state, problem, q }: RowsFilter) =>
  infiniteQueryOptions({
    queryKey: ['giving', 'imports', 'rows', id, 'review', { state, problem, q }],
    queryFn: ({ signal, pageParam }) => reviewPage(id, { state, problem, q }, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });

export const reviewSumQuery = (id: string, { state, problem, q }: RowsFilter) =>
  queryOptions({
    queryKey: ['giving', 'imports', 'rows', id, 'sum', { state, problem, q }],
    queryFn: ({ signal }) =>
      api(`${base}/${id}/rows/sum`, { query: { state, problem, q }, signal }),
    placeholderData: keepPreviousData,
  });

/** The givers of a file: those that the user must name, or the others. */
export const importGiversQuery = (id: string, isOpen: boolean) =>
  infiniteQueryOptions({
    queryKey: ['giving', 'imports', 'givers', id, isOpen],
    queryFn: ({ signal, pageParam }) =>
      apiPage(`${base}/${id}/givers`, {
        query: { open: isOpen, limit: 100, cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

/** The church's answers about givers of its files: of one donor, or those that a search finds. */
export const importAnswersQuery = (filter: { donorId?: string; search?: string }) =>
  infiniteQueryOptions({
    queryKey: ['giving', 'imports', 'answers', filter],
    queryFn: ({ signal, pageParam }) =>
      apiPage('/api/admin/import-answers', {
        query: { ...filter, limit: 100, cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });

/** The beginning of the keys of all lists of remembered formats. */
export const importLayoutsKey = ['giving', 'imports', 'layouts'];

/** How the church's files are read, by their headers. */
export const importLayoutsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...importLayoutsKey, search],
    queryFn: ({ signal, pageParam }) =>
      apiPage('/api/admin/import-layouts', {
        query: { search: search || undefined, limit: 100, cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });

export const undoPreviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['giving', 'imports', 'undo', id],
    queryFn: ({ signal }) => api(`${base}/${id}/undo`, { signal }),
    staleTime: 0,
  });

export const templateHref = `${base}/template.csv`;
export const rowsHref = (id: string, state?: RowState) =>
  `${base}/${id}/rows.csv${queryString({ state })}`;
