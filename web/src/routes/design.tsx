import { createRoute } from '@tanstack/react-router';
import { rootRoute } from './root';

/** Every shared component in all its states; in development only. */
export const designRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => rootRoute,
        path: '/design',
        staticData: { title: 'Design' },
      }).lazy(() => import('./design.lazy').then((module) => module.Route)),
    ]
  : [];
