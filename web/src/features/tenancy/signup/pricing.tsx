import { useEffect, useEffectEvent } from 'react';
import { trialDays, type Plan } from '#libs/contracts';
import { Button } from '../../../components/ui/button';
import { PlanCards } from '../../../components/church/plan-cards';

/** The four plans, for a church that is about to register. */
export default function Pricing({
  chosen,
  onShown,
  onChoose,
}: {
  chosen: Plan['id'];
  onShown: () => void;
  onChoose: (id: Plan['id']) => void;
}) {
  // The plans are loaded on demand, so tell the page when they are shown.
  const notifyShown = useEffectEvent(onShown);
  useEffect(() => notifyShown(), []);
  return (
    <section id="pricing" aria-labelledby="pricing-title" className="scroll-mt-6">
      <h2 id="pricing-title" className="text-title">
        Pricing
      </h2>
      <p className="mt-1 mb-6 text-ink-2">Every plan begins with {trialDays.signup} free days.</p>
      <PlanCards
        button={(plan) => (
          <Button
            className="mt-auto"
            variant={plan.popular ? 'primary' : 'secondary'}
            aria-pressed={chosen === plan.id}
            onClick={() => onChoose(plan.id)}
          >
            Start Free Trial
          </Button>
        )}
      />
    </section>
  );
}
