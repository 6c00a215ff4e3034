import { useCallback, useMemo } from 'react';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Page } from '../../../lib/api';

/**
 * Prepares a list with pages for a grid: the loaded rows, a function that loads the next page if
 * there is one, and a function that loads the rest and returns all rows. That function rejects if a
 * page cannot be loaded.
 * @param rowsOf must be a constant of the module, or the rows are a new array in each render
 */
export function usePages<Body, Row>(
  list: UseInfiniteQueryResult<InfiniteData<Page<Body>>>,
  rowsOf: (body: Body) => readonly Row[],
) {
  const { data, fetchNextPage, hasNextPage } = list;
  const rows = useMemo(() => data?.pages.flatMap(({ body }) => rowsOf(body)), [data, rowsOf]);
  // A second request while a page is loading waits for that page.
  const more = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  const all = async (): Promise<readonly Row[]> => {
    let pages = data;
    for (let next = hasNextPage; next;) {
      const page = await fetchNextPage({ cancelRefetch: false });
      if (page.error) throw page.error;
      [pages, next] = [page.data, page.hasNextPage];
    }
    return pages?.pages.flatMap(({ body }) => rowsOf(body)) ?? [];
  };
  return { rows, onMore: hasNextPage ? more : undefined, all };
}

/** `rowsOf` for pages that are arrays of rows. */
export const pageAsRows = <Row>(rows: readonly Row[]) => rows;
