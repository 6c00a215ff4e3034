import { Link } from '@tanstack/react-router';
import type { Fundraiser } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { buttonClass } from '../../../components/button';
import { Card } from '../../../components/card';
import { Progress } from '../../../components/progress';
import { formatCount, percent } from '../../../lib/format';
import { daysLeft, progressOf, roundedShare } from './progress';

/** What giving does: the first active fundraiser in three figures. */
export function ImpactCard({ fundraiser, today }: { fundraiser: Fundraiser; today: string }) {
  const share = progressOf(fundraiser);
  const raised = formatUsd(fromDecimal(fundraiser.current));
  const goal = formatUsd(fromDecimal(fundraiser.goal));
  // The ledger's own number of donors, where it knows them; what was raised before it kept count is estimated.
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
      <p className="mt-1 line-clamp-3 prose-width text-ink-2">{fundraiser.description}</p>
      <Progress className="mt-4" value={share} label={fundraiser.title} valueText={`${raised} of ${goal}`} />
      <p className="mt-1.5 flex justify-between gap-4 text-grid text-ink-2 tabular-nums">
        <span>
          <span className="font-medium text-ink">{raised}</span> of {goal}
        </span>
        <span>{percent(share)}</span>
      </p>
      <dl className="mt-4 grid grid-cols-3 gap-4 border-t pt-4">
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
