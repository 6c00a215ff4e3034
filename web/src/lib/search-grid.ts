import { readChoice, readSortOf, readText, type SortOf } from './search';

/** Search parameters of a grid of content. */
export interface GridSearch {
  q?: string | undefined;
  active?: 'true' | 'false' | undefined;
  sort?: SortOf<'title' | 'date'> | undefined;
}

export const readGridSearch = (search: Record<string, unknown>): GridSearch => ({
  q: readText(search, 'q')?.slice(0, 200),
  active: readChoice(search, 'active', ['true', 'false']),
  sort: readSortOf(search, ['title', 'date']),
});
