import type { memberScreenLoaders } from '../content/member-screen-loaders';
import { prefetch } from '../prefetch';

/**
 * Starts the queries of a member screen. The loaders are imported dynamically, because every page
 * loads the route files.
 */
export const prefetchMemberScreen = (start: (loaders: typeof memberScreenLoaders) => void): void =>
  prefetch(
    import('../content/member-screen-loaders').then((module) => start(module.memberScreenLoaders)),
  );
