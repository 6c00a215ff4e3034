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

/** Every kind of content by the last part of its path. */
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
/** The kinds of which one item can be read; announcements are read as a list. */
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
/** Of lists that are cards. */
export const cardsAtOnce = 24;

/** What staff see of a kind, the inactive too, page after page. */
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

/** One thing, to be edited. */
export const contentQueryOf = <Kind extends ReadableKind>(kind: Kind, id: string) =>
  queryOptions({
    queryKey: [kind, 'staff', 'one', id],
    queryFn: ({ signal }) =>
      api<ItemPath>(`/api/${kind}/${id}`, { signal }) as Promise<ContentKinds[Kind]>,
    // typed over, it must not change under the hands
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
