import { libraryKinds, type LibraryKind } from '../../features/content/library/words';
import type { GridSearch } from '../../lib/search-grid';

export const contentTabs = [...libraryKinds, 'site-images'] as const;
export type ContentTab = (typeof contentTabs)[number];

export interface ContentSearch extends GridSearch {
  tab?: ContentTab | undefined;
  skillLevel?: string | undefined;
  topic?: string | undefined;
  category?: string | undefined;
}

export const isLibrary = (tab: ContentTab): tab is LibraryKind => tab !== 'site-images';

/** The options of the query. They contain only filters that this tab shows. */
export const libraryOptions = ({
  tab = 'resources',
  q,
  active,
  sort,
  skillLevel,
  topic,
  category,
}: ContentSearch) => ({
  q,
  active,
  sort,
  ...(tab === 'resources' ? { skillLevel, topic } : {}),
  ...(tab === 'nuggets' ? { category } : {}),
});
