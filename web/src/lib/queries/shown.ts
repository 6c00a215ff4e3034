import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  Announcement,
  BibleStudy,
  BrothersContent,
  Event,
  Nugget,
  Resource,
  ResourceCounts,
  Sermon,
  SiteImage,
  UserResource,
} from '#libs/contracts';
import { api, apiPage, queryString } from '../api';

/*
 * What members are shown of the church's content. Those who manage a kind would get the hidden ones too: these calls never ask for
 * them. Each key begins with the last part of the kind's path, so that whoever changes something of it finds every list.
 */
type Filters = Record<string, string | undefined>;
const minute = 60_000;
const pageSize = 24;

const pages = <T>(kind: string, filters: Filters) =>
  infiniteQueryOptions({
    queryKey: [kind, 'shown', 'pages', filters],
    queryFn: ({ signal, pageParam }) =>
      apiPage<T[]>(
        `/api/${kind}${queryString({ ...filters, active: 'true', limit: pageSize, cursor: pageParam })}`,
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });

/** The first few, and whether there are more. */
const first = <T>(kind: string, limit: number, filters: Filters = {}) =>
  queryOptions({
    queryKey: [kind, 'shown', 'first', limit, filters],
    queryFn: ({ signal }) =>
      apiPage<T[]>(`/api/${kind}${queryString({ ...filters, active: 'true', limit })}`, { signal }),
  });

/** All of a kind of which no church has many. */
const all = <T>(kind: string) =>
  queryOptions({
    queryKey: [kind, 'shown', 'all'],
    queryFn: ({ signal }) => api<T[]>(`/api/${kind}?active=true`, { signal }),
  });

const one = <T>(kind: string, id: string) =>
  queryOptions({
    queryKey: [kind, 'shown', 'one', id],
    queryFn: ({ signal }) => api<T>(`/api/${kind}/${id}`, { signal }),
  });

export interface ResourceFilters {
  q?: string | undefined;
  skillLevel?: string | undefined;
  topic?: string | undefined;
}
export const resourcePagesQuery = ({ q, skillLevel, topic }: ResourceFilters) =>
  pages<Resource>('resources', { q, skillLevel, topic });
export const newestResourcesQuery = first<Resource>('resources', 6);
export const resourceQuery = (id: string) => one<Resource>('resources', id);

/** How far the person is with what they have opened. */
export const userResourcesQuery = queryOptions({
  queryKey: ['user-resources'],
  queryFn: ({ signal }) => api<UserResource[]>('/api/user-resources', { signal }),
});

export const studiesQuery = all<BibleStudy>('bible-studies');
export const studyQuery = (id: string) => one<BibleStudy>('bible-studies', id);

export const sermonPagesQuery = (q: string | undefined) => pages<Sermon>('sermons', { q });
export const latestSermonQuery = first<Sermon>('sermons', 1);
export const sermonQuery = (id: string) => one<Sermon>('sermons', id);

export const nuggetsQuery = all<Nugget>('nuggets');
export const brothersQuery = all<BrothersContent>('brothers-in-christ');
export const brothersItemQuery = (id: string) => one<BrothersContent>('brothers-in-christ', id);

export const upcomingEventsQuery = pages<Event>('events', { upcoming: 'true' });
export const pastEventsQuery = first<Event>('events', 6, { upcoming: 'false' });
export const eventQuery = (id: string) => one<Event>('events', id);

/** Portraits of those who lead the church; with any trouble none, as the specification says. */
export const leadersQuery = queryOptions({
  queryKey: ['site-images', 'leadership'],
  queryFn: ({ signal }) =>
    api<SiteImage[]>('/api/site-images?type=leadership&active=true', { signal }).catch(() => []),
});

// of the dashboard, with the specification's own rules
export const nextEventsQuery = queryOptions({
  ...first<Event>('events', 3, { upcoming: 'true' }),
  refetchInterval: 2 * minute,
});
/** Of which the badge counts the entries; from here on it says "and more". */
export const countedEvents = 100;
export const eventCountQuery = queryOptions({
  ...first<Event>('events', countedEvents, { upcoming: 'true' }),
  refetchInterval: 3 * minute,
});
export const announcementsQuery = queryOptions({
  ...first<Announcement>('announcements', 3),
  refetchInterval: 2 * minute,
  staleTime: 30_000,
});
export const polledUserResourcesQuery = queryOptions({
  ...userResourcesQuery,
  refetchInterval: 10 * minute,
  staleTime: 5 * minute,
});
/** Changes with what the person opens (the key begins as that of their progress) and with what is published. */
export const resourceCountsQuery = queryOptions({
  queryKey: [...userResourcesQuery.queryKey, 'counts', 'resources'],
  queryFn: ({ signal }) => api<ResourceCounts>('/api/user-resources/counts', { signal }),
  refetchInterval: 10 * minute,
  staleTime: 5 * minute,
});
