import { type ReactNode } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ImportRow } from '#libs/contracts';
import { Button } from '../../../components/button';
import { SkeletonLines } from '../../../components/skeleton';
import { ErrorState } from '../../../components/states';
import { importRowsQuery, type RowsOptions } from './queries';

/** Rows of one state and kind of trouble, a hundred at a time. */
export function ProblemRows({ importId, options, children }: { importId: string; options: RowsOptions; children: (row: ImportRow) => ReactNode }) {
  const rows = useInfiniteQuery(importRowsQuery(importId, options));
  if (rows.error && !rows.data) return <ErrorState title="The rows could not be loaded." error={rows.error} onRetry={() => void rows.refetch()} />;
  if (!rows.data) return <SkeletonLines />;
  return (
    <>
      <ul className="divide-y">{rows.data.pages.flatMap((page) => page.body).map((row) => <li key={row.row}>{children(row)}</li>)}</ul>
      {rows.hasNextPage && (
        <Button className="mt-3" size="sm" pending={rows.isFetchingNextPage} pendingLabel="Loading…" onClick={() => void rows.fetchNextPage()}>
          Show more rows
        </Button>
      )}
    </>
  );
}

/** What the row says, in one line. */
export function RowFacts({ row: { values } }: { row: ImportRow }) {
  const name = values.name ?? [values.firstName, values.lastName].filter(Boolean).join(' ');
  return (
    <span className="text-label break-words text-ink-2">
      {[values.email ?? name, values.amount, values.paymentMethod, values.date, values.campaign, values.notes].filter(Boolean).join(' · ') || 'An empty row'}
    </span>
  );
}
