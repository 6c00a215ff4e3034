import { useEffect, useEffectEvent } from 'react';
import { Check, Star } from 'lucide-react';
import { plans, trialDays, type Plan } from '#libs/contracts';
import { Badge } from '../../../components/badge';
import { Button } from '../../../components/button';
import { cn } from '../../../lib/cn';
import { formatCount } from '../../../lib/format';

/** The four plans. */
export default function Pricing({ chosen, onShown, onChoose }: { chosen: Plan['id']; onShown: () => void; onChoose: (id: Plan['id']) => void }) {
  // comes a moment after it was asked for
  const shown = useEffectEvent(onShown);
  useEffect(() => shown(), []);
  return (
    <section id="pricing" aria-labelledby="pricing-title" className="scroll-mt-6">
      <h2 id="pricing-title" className="text-title">
        Pricing
      </h2>
      <p className="mt-1 text-ink-2">Every plan begins with {trialDays.signup} free days.</p>
      <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {plans.map((plan) => (
          <li key={plan.id} className={cn('flex flex-col rounded-lg border bg-surface p-5', plan.popular && 'border-accent')}>
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
            <p className="text-ink-2">{plan.memberLimit === null ? 'Unlimited members' : `Up to ${formatCount(plan.memberLimit)} members`}</p>
            <ul className="mt-4 mb-5 space-y-1.5">
              {plan.features.map((feature) => (
                <li key={feature} className="flex gap-2 text-grid">
                  <Check aria-hidden className="mt-0.5 size-3.5 shrink-0 text-good" />
                  {feature}
                </li>
              ))}
            </ul>
            <Button className="mt-auto" variant={plan.popular ? 'primary' : 'secondary'} aria-pressed={chosen === plan.id} onClick={() => onChoose(plan.id)}>
              Start Free Trial
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
