import { InfiniteQueryObserver, useQueryClient } from '@tanstack/react-query';
import type { DonationImport, ImportRow, RowFilter } from '#libs/contracts';
import { reviewRowsQuery } from './queries';
import { isOpen, type RowsFilter } from './rows/rows-filter';

type Filter = RowsFilter & { state: RowFilter };
export interface Found {
  row: ImportRow;
  /** The filter that shows the row. */
  filter: Filter;
}

const settling = ({ state }: Filter) =>
  state === 'open' || state === 'held' || state === 'rejected';

/**
 * Finds the next or previous row to settle. It searches the rows of the grid first, then all rows
 * to settle, and loads as many pages as necessary. After the last row it starts again at the first.
 */
export function useSettling({ id }: DonationImport) {
  const client = useQueryClient();
  return async (filter: Filter, after: number, step: 1 | -1): Promise<Found | null> => {
    const matches = (row: ImportRow, from: number) =>
      isOpen(row.state) && (step > 0 ? row.row > from : row.row < from);
    const findOpenRow = (rows: readonly ImportRow[], from: number) =>
      step > 0
        ? rows.find((row) => matches(row, from))
        : rows.findLast((row) => matches(row, from));
    const loaded =
      client
        .getQueryData(reviewRowsQuery(id, filter).queryKey)
        ?.pages.flatMap(({ body }) => body) ?? [];
    const nextLoaded = findOpenRow(loaded, after);
    if (nextLoaded) return { row: nextLoaded, filter };
    if (!settling(filter)) filter = { ...filter, state: 'open' };
    for (const wantedFilter of [filter, { state: 'open' } satisfies Filter]) {
      const query = reviewRowsQuery(id, wantedFilter);
      // The loaded rows may be from before the last change.
      await client.infiniteQuery(query);
      const list = new InfiniteQueryObserver(client, query);
      for (;;) {
        const { data, hasNextPage } = list.getCurrentResult();
        const rows = data?.pages.flatMap(({ body }) => body) ?? [];
        const row =
          findOpenRow(rows, after) ??
          (hasNextPage && step > 0 ? undefined : findOpenRow(rows, step > 0 ? 0 : Infinity));
        if (row) return { row, filter: wantedFilter };
        if (!hasNextPage) break;
        const page = await list.fetchNextPage({ cancelRefetch: false });
        if (page.error) throw page.error;
      }
    }
    return null;
  };
}
