import { useQuery } from '@tanstack/react-query';
import { HandCoins } from 'lucide-react';
import { yearOf } from '#libs/calendar';
import { Card } from '../../../components/ui/card';
import { Skeleton } from '../../../components/ui/skeleton';
import { EmptyState, QueryContent } from '../../../components/ui/states';
import { ownDonationsQuery } from '../../../lib/queries/own-giving';
import { OwnMonths } from './own-months';

/** The user's own giving of this year, by month. */
export function OwnChartCard({ userId, today }: { userId: string; today: string }) {
  const year = yearOf(today);
  const query = useQuery(ownDonationsQuery(userId, year));
  return (
    <Card title={`Your Giving in ${year}`}>
      <QueryContent
        query={query}
        errorTitle="Your giving could not be loaded."
        placeholder={<Skeleton className="h-52 w-full" />}
        isErrorFirst
      >
        {(donations) =>
          donations.length === 0 ? (
            <EmptyState
              icon={HandCoins}
              title={`Your giving in ${year} will show here, month by month.`}
            />
          ) : (
            <OwnMonths donations={donations} year={year} today={today} />
          )
        }
      </QueryContent>
    </Card>
  );
}
