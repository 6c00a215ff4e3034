import { lazy, Suspense } from 'react';

const Page = lazy(() => import('./not-found-page'));

/** Shown for every path that is no page for this user. Its code is loaded on demand. */
export const NotFoundPage = () => (
  <Suspense>
    <Page />
  </Suspense>
);
