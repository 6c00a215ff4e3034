import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import type { ImportRow } from '#libs/contracts';
import type { Page } from '../../../../lib/api';
import type { reviewPage } from '../queries';
import type { RowsFilter } from './rows-filter';

type Loaded = InfiniteData<Page<ImportRow[]>, string | null>;

/**
 * From this number of pages on, a list is not reloaded completely for a few rows, because 100,000
 * rows take seconds.
 */
const minPagesOfLongList = 8;
const few = 100;

/**
 * Reloads rows of an import after some were changed. Of a long list, only the pages with these rows
 * are loaded now; the complete list is loaded when it is next used.
 * @param rows the changed rows, if they are known
 */
export async function refreshRows(
  client: QueryClient,
  id: string,
  rows: readonly number[] | undefined,
  load: typeof reviewPage,
): Promise<void> {
  const queryKey = ['giving', 'imports', 'rows', id];
  const isLong = ({ queryKey: key, state }: Query) =>
    rows !== undefined &&
    rows.length <= few &&
    key[4] === 'review' &&
    ((state.data as Loaded | undefined)?.pages.length ?? 0) > minPagesOfLongList;
  const lists = client.getQueryCache().findAll({ queryKey, type: 'active', predicate: isLong });
  await Promise.all([
    client.invalidateQueries({ queryKey, predicate: (query) => !lists.includes(query) }),
    ...lists.map(async (query) => {
      // Pages that are being loaded may be from before the change.
      await client.cancelQueries({ queryKey: query.queryKey, exact: true });
      const { pages, pageParams } = query.state.data as Loaded;
      const isIn = ({ body }: Page<ImportRow[]>) =>
        rows!.some((row) => row >= (body[0]?.row ?? Infinity) && row <= (body.at(-1)?.row ?? 0));
      const fresh = await Promise.all(
        pages.map(async (page, index) =>
          isIn(page) ? load(id, query.queryKey[5] as RowsFilter, pageParams[index]!) : page,
        ),
      );
      client.setQueryData<Loaded>(query.queryKey, {
        pageParams,
        // If a row is gone, its page now contains a row of the next page.
        pages: fresh.map((page, index) => ({
          next: pages[index]!.next,
          body: page.body.filter(({ row }) => row <= (pages[index]!.body.at(-1)?.row ?? Infinity)),
        })),
      });
      await client.invalidateQueries({
        queryKey: query.queryKey,
        exact: true,
        refetchType: 'none',
      });
    }),
  ]);
}
