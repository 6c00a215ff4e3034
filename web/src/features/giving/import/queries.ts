import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { DonationImport, ImportAnswer, ImportGiver, ImportRow, RowState, UndoPreview } from '#libs/contracts';
import { api, apiPage, queryString } from '../../../lib/api';

const base = '/api/admin/donation-imports';

/** Newest first. */
export const importsQuery = queryOptions({
  queryKey: ['giving', 'imports', 'list'],
  queryFn: ({ signal }) => api<DonationImport[]>(base, { signal }),
});

export const isRunning = (status: DonationImport['status']) => status === 'committing' || status === 'undoing';

/** One import, as it is now; `useImport` follows it. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['giving', 'imports', 'one', id],
    queryFn: ({ signal }) => api<DonationImport>(`${base}/${id}`, { signal }),
  });

export interface RowsOptions {
  state: RowState;
  problem?: string | undefined;
}

export const importRowsQuery = (id: string, { state, problem }: RowsOptions) =>
  infiniteQueryOptions({
    queryKey: ['giving', 'imports', 'rows', id, state, problem ?? 'all'],
    queryFn: ({ signal, pageParam }) => apiPage<ImportRow[]>(`${base}/${id}/rows${queryString({ state, problem, limit: 100, cursor: pageParam })}`, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

/** Who gave in a file: those about whom a person is asked, or the others. */
export const importGiversQuery = (id: string, isOpen: boolean) =>
  infiniteQueryOptions({
    queryKey: ['giving', 'imports', 'givers', id, isOpen],
    queryFn: ({ signal, pageParam }) => apiPage<ImportGiver[]>(`${base}/${id}/givers${queryString({ open: isOpen, limit: 100, cursor: pageParam })}`, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

/** What the church has answered about the givers of its files; of one donor, or all. */
export const importAnswersQuery = (donorId?: string) =>
  infiniteQueryOptions({
    queryKey: ['giving', 'imports', 'answers', donorId ?? 'all'],
    queryFn: ({ signal, pageParam }) => apiPage<ImportAnswer[]>(`/api/admin/import-answers${queryString({ donorId, limit: 100, cursor: pageParam })}`, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

export const undoPreviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['giving', 'imports', 'undo', id],
    queryFn: ({ signal }) => api<UndoPreview>(`${base}/${id}/undo`, { signal }),
    staleTime: 0,
  });

export const templateHref = `${base}/template.csv`;
export const rowsHref = (id: string, state?: RowState) => `${base}/${id}/rows.csv${queryString({ state })}`;
