import { createRoute, notFound } from '@tanstack/react-router';
import { libraryKinds, type LibraryKind } from '../../features/content/library/words';
import { requirePermission } from '../../lib/guard';
import { readChoice, readText } from '../../lib/search';
import { readGridSearch } from '../../lib/search-grid';
import { prefetch } from '../../lib/prefetch';
import { prefetchContentList } from '../../lib/browser/prefetch-content-list';
import { type ContentSearch, contentTabs, isLibrary, libraryOptions } from './content-search';
import { rootRoute } from '../root';

export const contentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/content',
  staticData: { title: 'Content' },
  validateSearch: (search): ContentSearch => ({
    tab: readChoice(search, 'tab', contentTabs),
    ...readGridSearch(search),
    skillLevel: readText(search, 'skillLevel')?.slice(0, 40),
    topic: readText(search, 'topic')?.slice(0, 40),
    category: readText(search, 'category')?.slice(0, 40),
  }),
  beforeLoad: ({ context }) => {
    requirePermission(context, 'content.manage');
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    const tab = deps.tab ?? 'resources';
    if (!isLibrary(tab)) return;
    prefetch(import('../../features/content/library/library-tab'));
    prefetchContentList(queryClient, tab, libraryOptions(deps));
  },
}).lazy(() => import('./content.lazy').then((module) => module.Route));

const editors = {
  resources: () => import('../../features/content/library/resource-editor'),
  sermons: () => import('../../features/content/library/sermon-editor'),
  nuggets: () => import('../../features/content/library/nugget-editor'),
};

/** The editor of a content item. `id` is `new` or the id of the item. */
export const contentEditorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/content/$kind/$id',
  staticData: { title: 'Content Editor' },
  params: {
    parse: ({ kind, id }) => ({
      kind: libraryKinds.find((known) => known === kind.toLowerCase()) ?? null,
      id,
    }),
    stringify: ({ kind, id }: { kind: LibraryKind | null; id: string }) => ({
      kind: kind ?? '',
      id,
    }),
  },
  beforeLoad: ({ context, params }) => {
    requirePermission(context, 'content.manage');
    if (params.kind === null) throw notFound();
  },
  loader: async ({ params: { kind } }) => kind && (await editors[kind]()).default,
}).lazy(() => import('./content-editor.lazy').then((module) => module.Route));
