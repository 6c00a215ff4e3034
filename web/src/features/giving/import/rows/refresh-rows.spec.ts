import { beforeEach, expect, it } from '@jest/globals';
import { type InfiniteData, InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import type { ImportRow } from '#libs/contracts';
import type { Page } from '../../../../lib/api';
import { refreshRows } from './refresh-rows';

/** The rows on the server. A page has two rows, and its cursor is the number of the row before. */
let rows: ImportRow[];
let requestedCursors: (string | null)[];
const row = (number: number, state: ImportRow['state'] = 'new') =>
  ({ row: number, state }) as ImportRow;
const pageFrom = (cursor: string | null) =>
  rows.filter((listedRow) => listedRow.row > Number(cursor ?? 0)).slice(0, 2);
const load = (_id: string, _filter: object, cursor: string | null): Promise<Page<ImportRow[]>> => {
  requestedCursors.push(cursor);
  return Promise.resolve({ body: pageFrom(cursor), next: null });
};

beforeEach(() => {
  requestedCursors = [];
  rows = Array.from({ length: 24 }, (_, n) => row(n + 1));
});

/** Creates a list of which several pages are loaded. */
function scrolled(pages: number) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, retry: false } },
  });
  const queryKey = ['giving', 'imports', 'rows', 'one', 'review', { state: 'all' }];
  const cursors = Array.from({ length: pages }, (_, index) =>
    index === 0 ? null : String(index * 2),
  );
  client.setQueryData<InfiniteData<Page<ImportRow[]>, string | null>>(queryKey, {
    pageParams: cursors,
    pages: cursors.map((cursor, index) => ({
      body: pageFrom(cursor),
      next: String(index * 2 + 2),
    })),
  });
  const list = new InfiniteQueryObserver<
    Page<ImportRow[]>,
    Error,
    InfiniteData<Page<ImportRow[]>, string | null>,
    typeof queryKey,
    string | null
  >(client, {
    queryKey,
    queryFn: ({ pageParam }) => load('one', {}, pageParam),
    initialPageParam: null,
    getNextPageParam: (page) => page.next,
  });
  const stop = list.subscribe(() => undefined);
  return {
    client,
    stop,
    shown: () =>
      list
        .getCurrentResult()
        .data!.pages.flatMap(({ body }) =>
          body.map((listedRow) => `${listedRow.row} ${listedRow.state}`),
        ),
  };
}

it('refreshRows reloads only the pages of a long list that have changed rows', async () => {
  const { client, shown: listRows, stop } = scrolled(12);
  rows = rows
    .filter((listedRow) => listedRow.row !== 5)
    .map((listedRow) => (listedRow.row === 6 ? row(6, 'setAside') : listedRow));
  await refreshRows(client, 'one', [5, 6], load);
  expect(requestedCursors).toEqual(['4']);
  expect(listRows()).toEqual(
    [1, 2, 3, 4, 6, ...Array.from({ length: 18 }, (_, n) => n + 7)].map(
      (number) => `${number} ${number === 6 ? 'setAside' : 'new'}`,
    ),
  );
  stop();
});

it('refreshRows reloads everything if the list is short or the rows are not given', async () => {
  const shortList = scrolled(2);
  await refreshRows(shortList.client, 'one', [3], load);
  expect(requestedCursors[0]).toBeNull();
  shortList.stop();
  requestedCursors = [];
  const longList = scrolled(12);
  await refreshRows(longList.client, 'one', undefined, load);
  expect(requestedCursors[0]).toBeNull();
  longList.stop();
});
