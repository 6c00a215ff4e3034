import { CalendarDays, Infinity as InfinityIcon } from 'lucide-react';
import type { Fundraiser } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { Badge } from '../../../components/badge';
import { Progress } from '../../../components/progress';
import { percent, plural } from '../../../lib/format';
import { daysLeft, progressOf } from './progress';

/** The active campaigns as members see them. */
export function FundraiserList({ fundraisers, today }: { fundraisers: readonly Fundraiser[]; today: string }) {
  return (
    <ul className="divide-y">
      {fundraisers.map((fundraiser) => {
        const left = daysLeft(fundraiser, today);
        const share = progressOf(fundraiser);
        const raised = formatUsd(fromDecimal(fundraiser.current));
        const goal = formatUsd(fromDecimal(fundraiser.goal));
        return (
          <li key={fundraiser.id} className="py-4 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-medium">{fundraiser.title}</h3>
              {left === null ? <Badge icon={InfinityIcon}>Ongoing</Badge> : <Badge icon={CalendarDays}>{`${plural(left, 'day')} left`}</Badge>}
            </div>
            <p className="mt-1 prose-width text-ink-2">{fundraiser.description}</p>
            <Progress className="mt-3" value={share} label={fundraiser.title} valueText={`${raised} of ${goal}`} />
            <p className="mt-1.5 flex justify-between gap-4 text-grid text-ink-2 tabular-nums">
              <span>
                <span className="font-medium text-ink">{raised}</span> of {goal}
              </span>
              <span>{percent(share)}</span>
            </p>
          </li>
        );
      })}
    </ul>
  );
}
