import type { Fundraiser } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { Progress } from '../../../components/ui/progress';
import { cn } from '../../../lib/cn';
import { percent } from '../../../lib/format';
import { progressOf } from './progress';

/** The description of a campaign, with its progress as a bar and in words. */
export function FundraiserProgress({
  fundraiser,
  descriptionClass,
}: {
  fundraiser: Fundraiser;
  descriptionClass?: string;
}) {
  const raised = formatUsd(fromDecimal(fundraiser.current));
  const goal = formatUsd(fromDecimal(fundraiser.goal));
  const share = progressOf(fundraiser);
  return (
    <>
      <p className={cn('mt-1 prose-width text-ink-2', descriptionClass)}>
        {fundraiser.description}
      </p>
      <Progress
        className="mt-3"
        value={share}
        label={fundraiser.title}
        valueText={`${raised} of ${goal}`}
      />
      <p className="mt-1.5 flex justify-between gap-4 text-grid text-ink-2 tabular-nums">
        <span>
          <span className="font-medium text-ink">{raised}</span> of {goal}
        </span>
        <span>{percent(share)}</span>
      </p>
    </>
  );
}
