import { useQuery } from '@tanstack/react-query';
import { HandCoins } from 'lucide-react';
import { yearOf } from '#libs/calendar';
import { Card } from '../../../components/ui/card';
import { Skeleton } from '../../../components/ui/skeleton';
import { EmptyState, ErrorState } from '../../../components/ui/states';
import { ownDonationsQuery } from '../../../lib/queries/own-giving';
import { OwnMonths } from './own-months';

/** The user's own giving of this year, by month. */
export function OwnChartCard({ userId, today }: { userId: string; today: string }) {
  const year = yearOf(today);
  const { data, error, refetch, isFetching } = useQuery(ownDonationsQuery(userId, year));
  return (
    <Card title={`Your Giving in ${year}`}>
      {error ? (
        <ErrorState
          title="Your giving could not be loaded."
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : !data ? (
        <Skeleton className="h-52 w-full" />
      ) : data.length === 0 ? (
        <EmptyState
          icon={HandCoins}
          title={`Your giving in ${year} will show here, month by month.`}
        />
      ) : (
        <OwnMonths donations={data} year={year} today={today} />
      )}
    </Card>
  );
}
