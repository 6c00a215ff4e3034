import { lazy, Suspense } from 'react';

const Page = lazy(() => import('./not-found-page'));

/** For every path that is no page for this person. Its code comes when it is needed. */
export const NotFoundPage = () => (
  <Suspense>
    <Page />
  </Suspense>
);
