import type { ReactNode } from 'react';
import { Check, Star } from 'lucide-react';
import { plans, type Plan } from '#libs/contracts';
import { Badge } from '../ui/badge';
import { cn } from '../../lib/cn';
import { formatCount } from '../../lib/format';

/** Shows the four plans, each with its button. */
export function PlanCards({
  button,
  highlight,
}: {
  button: (plan: Plan) => ReactNode;
  /** The plan with the colored border. Without it, the popular plan has the border. */
  highlight?: Plan['id'] | null;
}) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {plans.map((plan) => (
        <li
          key={plan.id}
          className={cn(
            'flex flex-col rounded-lg border bg-surface p-5',
            (highlight ? plan.id === highlight : plan.popular) && 'border-accent',
          )}
        >
          <div className="flex min-h-6 items-center justify-between gap-2">
            <h3 className="text-card">{plan.name}</h3>
            {plan.popular && (
              <Badge tone="accent" icon={Star}>
                Most Popular
              </Badge>
            )}
          </div>
          <p className="mt-1 text-ink-2">{plan.description}</p>
          <p className="mt-4">
            <span className="text-figure font-semibold tracking-tight">${plan.price}</span>
            <span className="text-ink-2"> a month</span>
          </p>
          <p className="text-ink-2">
            {plan.memberLimit === null
              ? 'Unlimited members'
              : `Up to ${formatCount(plan.memberLimit)} members`}
          </p>
          <ul className="mt-4 mb-5 space-y-1.5">
            {plan.features.map((feature) => (
              <li key={feature} className="flex gap-2 text-grid">
                <Check aria-hidden className="mt-0.5 size-3.5 shrink-0 text-good" />
                {feature}
              </li>
            ))}
          </ul>
          {button(plan)}
        </li>
      ))}
    </ul>
  );
}
