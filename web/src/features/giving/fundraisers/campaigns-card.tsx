import { useQuery } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { Card } from '../../../components/ui/card';
import { SkeletonLines } from '../../../components/ui/skeleton';
import { EmptyState, ErrorState } from '../../../components/ui/states';
import { FundraiserList } from './fundraiser-list';
import { activeFundraisersQuery } from '../../../lib/queries/fundraisers';

export function CampaignsCard({ today }: { today: string }) {
  const { data, error, refetch, isFetching } = useQuery(activeFundraisersQuery);
  return (
    <Card title="Current Fundraising Campaigns">
      {error ? (
        <ErrorState
          title="The campaigns could not be loaded."
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : !data ? (
        <SkeletonLines lines={4} />
      ) : data.length === 0 ? (
        <EmptyState icon={Flag} title="No active fundraising campaigns at the moment." />
      ) : (
        <FundraiserList fundraisers={data} today={today} />
      )}
    </Card>
  );
}
