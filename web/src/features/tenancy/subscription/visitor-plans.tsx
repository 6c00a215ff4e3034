import { Link } from '@tanstack/react-router';
import { CalendarX, Gift } from 'lucide-react';
import { trialDays } from '#libs/contracts';
import { Badge } from '../../../components/ui/badge';
import { Button } from '../../../components/ui/button';
import { PageHeader } from '../../../components/ui/page-header';
import { PlanCards } from '../../../components/church/plan-cards';

/** The plans on a church’s own host, for a visitor. Choosing one begins with signing in. */
export default function VisitorPlans() {
  return (
    <>
      <PageHeader
        title="Choose Your Plan"
        description="What your church’s portal holds, and how many people it has room for."
      />
      <div className="flex flex-wrap gap-2">
        <Badge tone="good" icon={Gift}>
          {trialDays.subscription}-Day Free Trial
        </Badge>
        <Badge icon={CalendarX}>Cancel Anytime</Badge>
      </div>
      <section aria-labelledby="plans">
        <h2 id="plans" className="sr-only">
          Plans
        </h2>
        <PlanCards
          button={(plan) => (
            <Button asChild className="mt-auto" variant={plan.popular ? 'primary' : 'secondary'}>
              <Link to="/sign-in" search={{ next: '/subscribe' }}>
                Start Free Trial
              </Link>
            </Button>
          )}
        />
      </section>
      <p className="text-ink-2">
        Your church’s administrators choose its plan, once they have signed in.
      </p>
    </>
  );
}
