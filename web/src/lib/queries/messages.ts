import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, apiPage } from '../api';

/** One's own messages to the pastor. */
export const messagesQuery = queryOptions({
  queryKey: ['messages', 'own'],
  queryFn: ({ signal }) => api('/api/messages', { signal }),
});

/** How many of the inbox are unread. */
export const inboxCountQuery = queryOptions({
  queryKey: ['messages', 'count'],
  queryFn: ({ signal }) => api('/api/pastor/messages/count', { signal }),
});

/** Not by what is unread: a message would vanish under the eyes of whoever opens it. */
export const inboxStates = ['pending', 'replied'] as const;
export type InboxState = (typeof inboxStates)[number];

/** What members wrote, page after page. */
export const inboxQuery = (state: InboxState | undefined) =>
  infiniteQueryOptions({
    queryKey: ['messages', 'inbox', state],
    queryFn: ({ signal, pageParam }) =>
      apiPage('/api/pastor/messages', { query: { state, limit: 50, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
