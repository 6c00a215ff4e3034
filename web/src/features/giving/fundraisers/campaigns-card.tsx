import { useQuery } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { Card } from '../../../components/ui/card';
import { SkeletonLines } from '../../../components/ui/skeleton';
import { EmptyState, QueryContent } from '../../../components/ui/states';
import { FundraiserList } from './fundraiser-list';
import { activeFundraisersQuery } from '../../../lib/queries/fundraisers';

export function CampaignsCard({ today }: { today: string }) {
  const query = useQuery(activeFundraisersQuery);
  return (
    <Card title="Current Fundraising Campaigns">
      <QueryContent
        query={query}
        errorTitle="The campaigns could not be loaded."
        placeholder={<SkeletonLines lines={4} />}
        isErrorFirst
      >
        {(fundraisers) =>
          fundraisers.length === 0 ? (
            <EmptyState icon={Flag} title="No active fundraising campaigns at the moment." />
          ) : (
            <FundraiserList fundraisers={fundraisers} today={today} />
          )
        }
      </QueryContent>
    </Card>
  );
}
