import type { QueryClient } from '@tanstack/react-query';
import type { ContentKind, ContentListOptions } from '../queries/content-lists';
import { prefetch } from '../prefetch';

/** Asks ahead for a list that staff keep, once the code that knows how has come: routes are part of every page. `cards`: shorter pages. */
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
