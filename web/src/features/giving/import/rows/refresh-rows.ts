import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import type { ImportRow } from '#libs/contracts';
import type { Page } from '../../../../lib/api';
import type { reviewPage } from '../queries';
import type { RowsFilter } from './rows-filter';

type Loaded = InfiniteData<Page<ImportRow[]>, string | null>;

/** Lists of more pages are not loaded anew as a whole for a few rows: a hundred thousand rows take seconds. */
const long = 8;
const few = 100;

/**
 * Loads the rows of an import anew after some were changed; `rows`: which ones, where they were named. Of a list through which somebody has
 * scrolled far only the pages with these rows are; it is asked for as a whole when it is next come to.
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
    ((state.data as Loaded | undefined)?.pages.length ?? 0) > long;
  const lists = client.getQueryCache().findAll({ queryKey, type: 'active', predicate: isLong });
  await Promise.all([
    client.invalidateQueries({ queryKey, predicate: (query) => !lists.includes(query) }),
    ...lists.map(async (query) => {
      await client.cancelQueries({ queryKey: query.queryKey, exact: true }); // what is on its way would be of before
      const { pages, pageParams } = query.state.data as Loaded;
      const isIn = ({ body }: Page<ImportRow[]>) =>
        rows!.some((row) => row >= (body[0]?.row ?? Infinity) && row <= (body.at(-1)?.row ?? 0));
      const fresh = await Promise.all(
        pages.map(async (page, at) =>
          isIn(page) ? load(id, query.queryKey[5] as RowsFilter, pageParams[at]!) : page,
        ),
      );
      client.setQueryData<Loaded>(query.queryKey, {
        pageParams,
        // where a row has gone, its page reaches into the next one
        pages: fresh.map((page, at) => ({
          next: pages[at]!.next,
          body: page.body.filter(({ row }) => row <= (pages[at]!.body.at(-1)?.row ?? Infinity)),
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
