import { createRoute } from '@tanstack/react-router';
import { skillFilters, topicFilters } from '../../lib/choices';
import { requireMember } from '../../lib/guard';
import type { ResourceFilters } from '../../lib/queries/member-content';
import { readChoice, readText } from '../../lib/search';
import { prefetchMemberScreen } from '../../lib/browser/prefetch-member-screen';
import { rootRoute } from '../root';

interface ResourcesSearch extends ResourceFilters {
  /** The id of the open resource or Bible study. */
  open?: string | undefined;
  study?: string | undefined;
}

export const resourcesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/resources',
  staticData: { title: 'Bible Study Resources' },
  validateSearch: (search): ResourcesSearch => ({
    q: readText(search, 'q'),
    skillLevel: readChoice(search, 'skillLevel', skillFilters),
    topic: readChoice(search, 'topic', topicFilters),
    open: readText(search, 'open'),
    study: readText(search, 'study'),
  }),
  beforeLoad: ({ context }) => ({ person: requireMember(context) }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) =>
    prefetchMemberScreen((loaders) => loaders.resources(queryClient, deps)),
}).lazy(() => import('./resources.lazy').then((module) => module.Route));
