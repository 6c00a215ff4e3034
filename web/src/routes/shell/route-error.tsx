import { lazy, Suspense } from 'react';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ErrorState } from '../../components/ui/states';
import { AccessDeniedError } from '../../lib/guard';

const Denied = lazy(() => import('./denied'));

/** Shown for a route that the user may not open, or that could not be loaded. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  if (error instanceof AccessDeniedError) {
    return (
      <Suspense>
        <Denied error={error} />
      </Suspense>
    );
  }
  return (
    <div className="mx-auto max-w-xl py-16">
      <ErrorState
        title="This page could not be loaded."
        error={error}
        onRetry={() => {
          queries.reset();
          reset();
          void router.invalidate();
        }}
      />
    </div>
  );
}
