import { createRoute } from '@tanstack/react-router';
import { rootRoute } from './root';

/** A page with every shared component in all its states. It exists only in development. */
export const designRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => rootRoute,
        path: '/design',
        staticData: { title: 'Design' },
      }).lazy(() => import('./design.lazy').then((module) => module.Route)),
    ]
  : [];
