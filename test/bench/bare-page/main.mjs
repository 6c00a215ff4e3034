// The page that first visits are compared with: the same React, Router and Query as the portal, one
// route and one heading.
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';

function Home() {
  const { data } = useQuery({ queryKey: ['title'], queryFn: () => 'Bare page' });
  return createElement('h1', null, data);
}

const rootRoute = createRootRoute({ component: Outlet });
const home = createRoute({ getParentRoute: () => rootRoute, path: '/', component: Home });
const router = createRouter({ routeTree: rootRoute.addChildren([home]) });

createRoot(document.querySelector('#root')).render(
  createElement(
    QueryClientProvider,
    { client: new QueryClient() },
    createElement(RouterProvider, { router }),
  ),
);
