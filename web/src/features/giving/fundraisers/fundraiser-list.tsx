import { CalendarDays, Infinity as InfinityIcon } from 'lucide-react';
import type { Fundraiser } from '#libs/contracts';
import { Badge } from '../../../components/ui/badge';
import { plural } from '../../../lib/format';
import { FundraiserProgress } from './fundraiser-progress';
import { daysLeft } from './progress';

/** The active campaigns as members see them. */
export function FundraiserList({
  fundraisers,
  today,
}: {
  fundraisers: readonly Fundraiser[];
  today: string;
}) {
  return (
    <ul className="divide-y">
      {fundraisers.map((fundraiser) => {
        const remainingDays = daysLeft(fundraiser, today);
        return (
          <li key={fundraiser.id} className="py-4 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-medium">{fundraiser.title}</h3>
              {remainingDays === null ? (
                <Badge icon={InfinityIcon}>Ongoing</Badge>
              ) : (
                <Badge icon={CalendarDays}>{`${plural(remainingDays, 'day')} left`}</Badge>
              )}
            </div>
            <FundraiserProgress fundraiser={fundraiser} />
          </li>
        );
      })}
    </ul>
  );
}
