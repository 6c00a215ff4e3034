import type { QueryClient } from '@tanstack/react-query';
import type { ContentKind, ContentListOptions } from '../queries/content-lists';
import { prefetch } from '../prefetch';

/**
 * Starts the query of a content list for staff. The query is imported dynamically, because every
 * page loads the route files.
 * @param cards whether the list shows cards, which are loaded in shorter pages
 */
export const prefetchContentList = (
  client: QueryClient,
  kind: ContentKind,
  options: ContentListOptions,
  cards = false,
): void =>
  prefetch(
    import('../queries/content-lists').then(({ cardsAtOnce, contentListQuery }) =>
      client.infiniteQuery(contentListQuery(kind, options, cards ? cardsAtOnce : undefined)),
    ),
  );
