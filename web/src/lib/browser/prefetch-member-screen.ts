import type { memberScreenLoaders } from '../content/member-screen-loaders';
import { prefetch } from '../prefetch';

/** Asks ahead for what a member screen shows, once the code that knows what that is has come. */
export const prefetchMemberScreen = (start: (loaders: typeof memberScreenLoaders) => void): void =>
  prefetch(
    import('../content/member-screen-loaders').then((module) => start(module.memberScreenLoaders)),
  );
