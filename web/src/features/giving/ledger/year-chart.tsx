import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { fromDecimal } from '#libs/money';
import { Skeleton } from '../../../components/ui/skeleton';
import { ErrorState } from '../../../components/ui/states';
import { describeAsOf } from './as-of';
import { givingByMonthQuery } from './queries';

const MonthChart = lazy(() => import('../../../components/ui/month-chart'));

/**
 * The church's giving in one year compared with the year before, in the state that the ledger
 * shows.
 */
export default function YearChart({
  year,
  until,
  asOf,
}: {
  year: number;
  until: number;
  asOf: string | undefined;
}) {
  const now = useQuery(givingByMonthQuery(year, asOf));
  const before = useQuery(givingByMonthQuery(year - 1, asOf));
  const error = now.error ?? before.error;
  if (error) {
    return (
      <ErrorState
        title="The chart could not be loaded."
        error={error}
        onRetry={() => {
          void now.refetch();
          void before.refetch();
        }}
      />
    );
  }
  if (!now.data || !before.data) return <Skeleton className="h-40 w-full" />;
  return (
    <Suspense fallback={<Skeleton className="h-40 w-full" />}>
      <MonthChart
        title={
          `Giving by month, ${year} against ` +
          `${year - 1}${asOf ? `, ${describeAsOf(asOf) ?? ''}` : ''}`
        }
        main={{ label: String(year), months: now.data.months.map(fromDecimal) }}
        behind={{ label: String(year - 1), months: before.data.months.map(fromDecimal) }}
        until={until}
        height={132}
      />
    </Suspense>
  );
}
