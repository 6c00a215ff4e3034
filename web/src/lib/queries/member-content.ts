import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, apiPage, type Page } from '../api';
import type { ContentKind, ContentKinds, ItemPath, ListPath, ReadableKind } from './content-lists';

/*
 * Queries of the content that members see. For users who manage a kind, the server would include
 * inactive content; these queries always filter it out. Each key begins with the last part of the
 * kind's path, so that a change of an item can invalidate every list. The answers are cast, because
 * TypeScript finds no route for a kind that is a type parameter.
 */
type Filters = Record<string, string | undefined>;
const minute = 60_000;
const pageSize = 24;

const pages = <Kind extends ContentKind>(kind: Kind, filters: Filters) =>
  infiniteQueryOptions({
    queryKey: [kind, 'member', 'pages', filters],
    queryFn: ({ signal, pageParam }) =>
      apiPage<ListPath>(`/api/${kind}`, {
        query: { ...filters, active: 'true', limit: pageSize, cursor: pageParam },
        signal,
      }) as Promise<Page<ContentKinds[Kind][]>>,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });

/** The first items, and whether there are more. */
const first = <Kind extends ContentKind>(kind: Kind, limit: number, filters: Filters = {}) =>
  queryOptions({
    queryKey: [kind, 'member', 'first', limit, filters],
    queryFn: ({ signal }) =>
      apiPage<ListPath>(`/api/${kind}`, {
        query: { ...filters, active: 'true', limit },
        signal,
      }) as Promise<Page<ContentKinds[Kind][]>>,
  });

/** All items of a kind, for kinds of which no church has many. */
const all = <Kind extends ContentKind>(kind: Kind) =>
  queryOptions({
    queryKey: [kind, 'member', 'all'],
    queryFn: ({ signal }) =>
      api<ListPath>(`/api/${kind}`, { query: { active: 'true' }, signal }) as Promise<
        ContentKinds[Kind][]
      >,
  });

const itemQuery = <Kind extends ReadableKind>(kind: Kind, id: string) =>
  queryOptions({
    queryKey: [kind, 'member', 'one', id],
    queryFn: ({ signal }) =>
      api<ItemPath>(`/api/${kind}/${id}`, { signal }) as Promise<ContentKinds[Kind]>,
  });

export interface ResourceFilters {
  q?: string | undefined;
  skillLevel?: string | undefined;
  topic?: string | undefined;
}
export const resourcePagesQuery = ({ q, skillLevel, topic }: ResourceFilters) =>
  pages('resources', { q, skillLevel, topic });
export const newestResourcesQuery = first('resources', 6);
export const resourceQuery = (id: string) => itemQuery('resources', id);

/** The user's progress in the resources that they have opened. */
export const userResourcesQuery = queryOptions({
  queryKey: ['user-resources'],
  queryFn: ({ signal }) => api('/api/user-resources', { signal }),
});

export const studiesQuery = all('bible-studies');
export const studyQuery = (id: string) => itemQuery('bible-studies', id);

export const sermonPagesQuery = (q: string | undefined) => pages('sermons', { q });
export const latestSermonQuery = first('sermons', 1);
export const sermonQuery = (id: string) => itemQuery('sermons', id);

export const nuggetsQuery = all('nuggets');
export const brothersQuery = all('brothers-in-christ');
export const brothersItemQuery = (id: string) => itemQuery('brothers-in-christ', id);

export const upcomingEventsQuery = pages('events', { upcoming: 'true' });
export const pastEventsQuery = first('events', 6, { upcoming: 'false' });
export const eventQuery = (id: string) => itemQuery('events', id);

/**
 * The pictures of the church's leadership; empty if the request fails, as the specification
 * requires.
 */
export const leadersQuery = queryOptions({
  queryKey: ['site-images', 'leadership'],
  queryFn: ({ signal }) =>
    api('/api/site-images', { query: { type: 'leadership', active: 'true' }, signal }).catch(
      () => [],
    ),
});

// Queries of the dashboard. The specification defines their intervals.
export const nextEventsQuery = queryOptions({
  ...first('events', 3, { upcoming: 'true' }),
  refetchInterval: 2 * minute,
});
/** How many upcoming events are counted at most. If there are more, screens say "100+". */
export const countedEvents = 100;
export const eventCountQuery = queryOptions({
  ...first('events', countedEvents, { upcoming: 'true' }),
  refetchInterval: 3 * minute,
});
export const announcementsQuery = queryOptions({
  ...first('announcements', 3),
  refetchInterval: 2 * minute,
  staleTime: 30_000,
});
/** The announcement with this id; null if members cannot see it. It is loaded each time. */
export const foundAnnouncementQuery = (id: string) =>
  queryOptions({
    queryKey: ['announcements', 'member', 'found', id],
    queryFn: async ({ signal }) => {
      const announcements = await api('/api/announcements', { query: { active: 'true' }, signal });
      return announcements.find((announcement) => announcement.id === id) ?? null;
    },
    staleTime: 0,
  });
export const polledUserResourcesQuery = queryOptions({
  ...userResourcesQuery,
  refetchInterval: 10 * minute,
  staleTime: 5 * minute,
});
/**
 * The counts change with the user's progress, so the key begins like that of `userResourcesQuery`,
 * and with the published resources, so it contains `resources`.
 */
export const resourceCountsQuery = queryOptions({
  queryKey: [...userResourcesQuery.queryKey, 'counts', 'resources'],
  queryFn: ({ signal }) => api('/api/user-resources/counts', { signal }),
  refetchInterval: 10 * minute,
  staleTime: 5 * minute,
});
