import { Link } from '@tanstack/react-router';
import type { Fundraiser } from '#libs/contracts';
import { buttonClass } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { formatCount } from '../../../lib/format';
import { FundraiserProgress } from './fundraiser-progress';
import { daysLeft, roundedShare } from './progress';

/** Shows the first active fundraiser in three figures. */
export function ImpactCard({ fundraiser, today }: { fundraiser: Fundraiser; today: string }) {
  // The number of donors in the ledger. If it has none, the number is estimated from the amount
  // that was raised before.
  const donors = fundraiser.donors > 0 ? fundraiser.donors : roundedShare(fundraiser.current, 50n);
  const figures = [
    { label: 'Donors', value: donors },
    { label: 'Lives Impacted', value: roundedShare(fundraiser.goal, 100n) },
    { label: 'Days Left', value: daysLeft(fundraiser, today) ?? 30 },
  ];
  return (
    <Card
      title="Donation Impact"
      actions={
        <Link to="/donations" className={buttonClass({ variant: 'primary' })}>
          Give now
        </Link>
      }
    >
      <h3 className="font-medium">{fundraiser.title}</h3>
      <FundraiserProgress fundraiser={fundraiser} descriptionClass="line-clamp-1 sm:line-clamp-3" />
      <dl className="mt-3 grid grid-cols-3 gap-4 border-t pt-3 sm:mt-4 sm:pt-4">
        {figures.map((figure) => (
          <div key={figure.label}>
            <dt className="text-label text-ink-2">{figure.label}</dt>
            <dd className="text-lead font-semibold tabular-nums">{formatCount(figure.value)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
