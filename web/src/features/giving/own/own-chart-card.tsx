import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { HandCoins } from 'lucide-react';
import { yearOf } from '#libs/calendar';
import { fromDecimal } from '#libs/money';
import { Card } from '../../../components/card';
import { Skeleton } from '../../../components/skeleton';
import { EmptyState, ErrorState } from '../../../components/states';
import { ownDonationsQuery } from '../../../lib/queries/own-giving';

const MonthChart = lazy(() => import('../../../components/month-chart'));

/** The person's own giving of this year, by month. */
export function OwnChartCard({ userId, today }: { userId: string; today: string }) {
  const year = yearOf(today);
  const { data, error, refetch, isFetching } = useQuery(ownDonationsQuery(userId, year));
  const months = Array.from({ length: 12 }, () => 0n);
  for (const donation of data ?? []) {
    const month = Number(donation.date.slice(5, 7)) - 1;
    months[month] = (months[month] ?? 0n) + fromDecimal(donation.amount);
  }
  return (
    <Card title={`Your Giving in ${year}`}>
      {error ? (
        <ErrorState title="Your giving could not be loaded." error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : !data ? (
        <Skeleton className="h-52 w-full" />
      ) : data.length === 0 ? (
        <EmptyState icon={HandCoins} title={`Your giving in ${year} will show here, month by month.`} />
      ) : (
        <Suspense fallback={<Skeleton className="h-52 w-full" />}>
          <MonthChart title={`Your giving in ${year} by month`} main={{ label: String(year), months }} until={Number(today.slice(5, 7)) - 1} />
        </Suspense>
      )}
    </Card>
  );
}
