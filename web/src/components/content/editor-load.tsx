import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../lib/api';
import {
  type ReadableKind,
  type ContentKinds,
  contentQueryOf,
} from '../../lib/queries/content-lists';
import { Card } from '../ui/card';
import { Page } from '../ui/page';
import { SkeletonLines } from '../ui/skeleton';
import { ErrorState } from '../ui/states';

/** Loads the item of an editor before it renders the editor. For a new item, `id` is null. */
export function EditorLoader<Kind extends ReadableKind>({
  kind,
  id,
  one,
  children,
}: {
  kind: Kind;
  id: string | null;
  one: string;
  children: (item: ContentKinds[Kind] | null) => ReactNode;
}) {
  const { data, error, refetch, isFetching } = useQuery({
    ...contentQueryOf(kind, id ?? ''),
    enabled: id !== null,
  });
  if (id === null) return children(null);
  if (data) return children(data);
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <Page>
      <h1 tabIndex={-1} data-page-heading className="text-title">
        {isGone ? `This ${one} is not there anymore` : `Edit ${one}`}
      </h1>
      <Card>
        {error ? (
          <ErrorState
            title={`The ${one} could not be loaded.`}
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <SkeletonLines lines={8} />
        )}
      </Card>
    </Page>
  );
}
