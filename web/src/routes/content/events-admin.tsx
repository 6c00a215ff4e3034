import { createRoute } from '@tanstack/react-router';
import { requirePermission } from '../../lib/guard';
import { readChoice } from '../../lib/search';
import { readGridSearch } from '../../lib/search-grid';
import { prefetchContentList } from '../../lib/browser/prefetch-content-list';
import { eventOptions, type EventSearch } from './events-search';
import { rootRoute } from '../root';

export const eventsAdminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/events',
  staticData: { title: 'Events Management' },
  validateSearch: (search): EventSearch => ({
    ...readGridSearch(search),
    when: readChoice(search, 'when', ['upcoming', 'past']),
  }),
  beforeLoad: ({ context }) => {
    requirePermission(context, 'event.manage');
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    prefetchContentList(queryClient, 'events', eventOptions(deps), true);
  },
}).lazy(() => import('./events-admin.lazy').then((module) => module.Route));

/** The editor of an event. `id` is `new` or the id of the event. */
export const eventEditorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/events/$id',
  staticData: { title: 'Event' },
  beforeLoad: ({ context }) => {
    requirePermission(context, 'event.manage');
  },
  // A new event does not repeat, so reading recurrences is not needed.
  loader: async ({ params: { id } }) => {
    if (id === 'new') return null;
    const { readRecurrence, wordsOf } = await import('../../lib/content/recurrence');
    return { readRecurrence, wordsOf };
  },
}).lazy(() => import('./event-editor.lazy').then((module) => module.Route));
