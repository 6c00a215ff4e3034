import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, apiPage } from '../api';

/** The user's own messages to the pastor. */
export const messagesQuery = queryOptions({
  queryKey: ['messages', 'own'],
  queryFn: ({ signal }) => api('/api/messages', { signal }),
});

/** The number of unread messages in the pastor's inbox. */
export const inboxCountQuery = queryOptions({
  queryKey: ['messages', 'count'],
  queryFn: ({ signal }) => api('/api/pastor/messages/count', { signal }),
});

/**
 * Filters of the inbox. There is no filter for unread messages, because a message would disappear
 * from the list when the pastor opens it.
 */
export const inboxStates = ['pending', 'replied'] as const;
export type InboxState = (typeof inboxStates)[number];

/** The messages of members, by pages. */
export const inboxQuery = (state: InboxState | undefined) =>
  infiniteQueryOptions({
    queryKey: ['messages', 'inbox', state],
    queryFn: ({ signal, pageParam }) =>
      apiPage('/api/pastor/messages', { query: { state, limit: 50, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
