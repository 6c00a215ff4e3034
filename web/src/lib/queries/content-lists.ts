import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  Announcement,
  BibleStudy,
  BrothersContent,
  Event,
  Nugget,
  Resource,
  Sermon,
} from '#libs/contracts';
import { api, apiPage, type Page } from '../api';

/** The kinds of content, by the last part of their paths. */
export interface ContentKinds {
  resources: Resource;
  sermons: Sermon;
  nuggets: Nugget;
  events: Event;
  announcements: Announcement;
  'bible-studies': BibleStudy;
  'brothers-in-christ': BrothersContent;
}
export type ContentKind = keyof ContentKinds;
/** The kinds of which a single item can be read. Announcements are only read as a list. */
export type ReadableKind = Exclude<ContentKind, 'announcements'>;
export type ListPath = `/api/${ContentKind}`;
export type ItemPath = `/api/${ReadableKind}/${string}`;

export interface ContentListOptions {
  q?: string | undefined;
  sort?: string | undefined;
  active?: string | undefined;
  [filter: string]: string | undefined;
}

const pageSize = 100;
/** The page size of lists that show cards. */
export const cardsAtOnce = 24;

/** The items of a kind that staff see, including inactive ones, by pages. */
export const contentListQuery = <Kind extends ContentKind>(
  kind: Kind,
  options: ContentListOptions = {},
  limit = pageSize,
) =>
  infiniteQueryOptions({
    queryKey: [kind, 'staff', 'list', options, limit],
    queryFn: ({ signal, pageParam }) =>
      apiPage<ListPath>(`/api/${kind}`, {
        query: { ...options, limit, cursor: pageParam },
        signal,
      }) as Promise<Page<ContentKinds[Kind][]>>,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });

/** One item, for editing. */
export const contentQueryOf = <Kind extends ReadableKind>(kind: Kind, id: string) =>
  queryOptions({
    queryKey: [kind, 'staff', 'one', id],
    queryFn: ({ signal }) =>
      api<ItemPath>(`/api/${kind}/${id}`, { signal }) as Promise<ContentKinds[Kind]>,
    // The item must not change while the user edits it.
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
