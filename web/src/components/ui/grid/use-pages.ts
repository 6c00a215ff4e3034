import { useCallback, useMemo } from 'react';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Page } from '../../../lib/api';

/**
 * A list that comes page after page, as a grid wants it: the rows that are here, a call for more where there are more, and one
 * that loads the rest and gives all of them (it rejects where the rest does not come).
 * @param rowsOf at module level, or the rows are new ones each time
 */
export function usePages<Body, Row>(
  list: UseInfiniteQueryResult<InfiniteData<Page<Body>>>,
  rowsOf: (body: Body) => readonly Row[],
) {
  const { data, fetchNextPage, hasNextPage } = list;
  const rows = useMemo(() => data?.pages.flatMap(({ body }) => rowsOf(body)), [data, rowsOf]);
  // whoever asks again while a page is on its way waits for that one
  const more = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  const all = async (): Promise<readonly Row[]> => {
    let found = data;
    for (let next = hasNextPage; next;) {
      const page = await fetchNextPage({ cancelRefetch: false });
      if (page.error) throw page.error;
      [found, next] = [page.data, page.hasNextPage];
    }
    return found?.pages.flatMap(({ body }) => rowsOf(body)) ?? [];
  };
  return { rows, onMore: hasNextPage ? more : undefined, all };
}

/** Of pages that are their rows. */
export const pageAsRows = <Row>(rows: readonly Row[]) => rows;
