import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { CalendarX, Gift, Info } from 'lucide-react';
import { formatLong, todayIn } from '#libs/calendar';
import {
  may,
  type Plan,
  type Subscription,
  type SubscriptionResult,
  type User,
} from '#libs/contracts';
import { Alert } from '../../components/ui/alert';
import { Badge } from '../../components/ui/badge';
import { Button } from '../../components/ui/button';
import { DialogLoader } from '../../components/ui/overlay/dialog-loader';
import { Page } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { SkeletonLines } from '../../components/ui/skeleton';
import { ErrorState } from '../../components/ui/states';
import { PlanCards } from '../../components/church/plan-cards';
import { CurrentPlanCard } from '../../features/tenancy/subscription/current-plan-card';
import { PromoBox } from '../../features/tenancy/subscription/promo-box';
import {
  useChoosePlan,
  type Choice,
} from '../../features/tenancy/subscription/change-subscription';
import { subscriptionQuery } from '../../features/tenancy/subscription/queries';
import { TrialBadge } from '../../features/tenancy/trial-badge';
import { settingsQuery } from '../../lib/queries/settings';
import { standingQuery } from '../../lib/queries/standing';
import { PublicFrame } from '../shell/public-frame';

const ChangePlanDialog = lazy(
  () => import('../../features/tenancy/subscription/change-plan-dialog'),
);
const InvoicesCard = lazy(() => import('../../features/tenancy/subscription/invoices-card'));
const VisitorPlans = lazy(() => import('../../features/tenancy/subscription/visitor-plans'));
const Checkout = lazy(() => import('../../features/tenancy/subscription/checkout'));

export const Route = createLazyRoute('/subscribe')({ component: SubscribePage });

function SubscribePage() {
  const { user } = getRouteApi('__root__').useRouteContext();
  return user ? (
    <ChurchPlans user={user} />
  ) : (
    <PublicFrame>
      <Page>
        <Suspense fallback={<SkeletonLines lines={8} />}>
          <VisitorPlans />
        </Suspense>
      </Page>
    </PublicFrame>
  );
}

function ChurchPlans({ user }: { user: User }) {
  const { data, error, refetch, isFetching } = useQuery(subscriptionQuery);
  return (
    <Page>
      {data ? (
        <Plans subscription={data} user={user} />
      ) : (
        <>
          <PageHeader title="Choose Your Plan" />
          {error ? (
            <ErrorState
              title="The plans could not be loaded."
              error={error}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : (
            <SkeletonLines lines={8} />
          )}
        </>
      )}
    </Page>
  );
}

function Plans({ subscription, user }: { subscription: Subscription; user: User }) {
  const { data: settings } = useQuery(settingsQuery);
  const { data: standing } = useQuery(standingQuery);
  const timeZone = settings?.timeZone ?? 'UTC';
  const [promoCode, setPromoCode] = useState(subscription.promoCode);
  const [checkout, setCheckout] = useState<
    (Choice & { result: SubscriptionResult & { clientSecret: string } }) | null
  >(null);
  const [changing, setChanging] = useState<Choice | null>(null);
  const choose = useChoosePlan({
    onSecret: (result, choice) =>
      setCheckout({ ...choice, result: { ...result, clientSecret: result.clientSecret! } }),
    onRefused: () => setPromoCode(null),
  });
  const {
    isSetUp,
    publishableKey,
    planId,
    isByCard,
    trialDays,
    status,
    isPaused,
    hasBilling,
    hasSecond,
  } = subscription;
  const isDiscounted = isByCard && subscription.discounts.length > 0;
  const isHeld = isByCard && (isPaused || status === 'past_due');
  const day = (instant: string) => formatLong(todayIn(timeZone, new Date(instant)));
  const mayManage = may(user, 'subscription.manage');
  const leave = () => setCheckout(null);
  const done = () => {
    setPromoCode(null); // The code has been used.
    leave();
  };

  if (checkout && publishableKey) {
    return (
      <>
        <PageHeader title="Choose Your Plan" />
        <Suspense fallback={<SkeletonLines lines={8} />}>
          <Checkout
            {...checkout}
            publishableKey={publishableKey}
            timeZone={timeZone}
            onBack={leave}
            onDone={done}
          />
        </Suspense>
      </>
    );
  }
  const submitChoice = (choice: Choice) => {
    const onSuccess = ({ clientSecret }: SubscriptionResult) =>
      clientSecret === null && setPromoCode(null);
    choose.mutate(choice, { onSuccess, onSettled: () => setChanging(null) });
  };
  const buttonLabel = isByCard
    ? (plan: Plan) => `Switch to ${plan.name}`
    : () => (trialDays > 0 ? 'Start Free Trial' : 'Subscribe');
  return (
    <>
      <PageHeader
        title="Choose Your Plan"
        description="What your church’s portal holds, and how many people it has room for."
      />
      <div className="flex flex-wrap gap-2">
        {trialDays > 0 && (
          <Badge tone="good" icon={Gift}>
            {trialDays}-Day Free Trial
          </Badge>
        )}
        <Badge icon={CalendarX}>Cancel Anytime</Badge>
        {standing?.trialDaysLeft != null && <TrialBadge days={standing.trialDaysLeft} />}
      </div>
      {hasSecond && mayManage && (
        <Alert>
          Your church has two subscriptions at Stripe, so it may be charged twice. Please contact
          whoever runs this portal.
        </Alert>
      )}
      {planId && <CurrentPlanCard subscription={subscription} day={day} mayManage={mayManage} />}
      {!isSetUp && (
        <p
          role="note"
          className="flex items-start gap-2 rounded-md bg-hold-soft px-3 py-2.5 text-hold"
        >
          <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
          Card payments are not set up here. Everything else works; please contact whoever runs this
          portal to subscribe.
        </p>
      )}
      {isSetUp && mayManage && !isDiscounted && (
        <PromoBox applied={promoCode} onApply={setPromoCode} />
      )}
      <section aria-labelledby="plans" aria-busy={choose.isPending}>
        <h2 id="plans" className="sr-only">
          Plans
        </h2>
        <PlanCards
          highlight={planId}
          button={(plan) => {
            if (plan.id === planId)
              return (
                <Button className="mt-auto" disabled>
                  Current Plan
                </Button>
              );
            if (!mayManage) return null;
            const isChosen = choose.isPending && choose.variables.plan.id === plan.id;
            return (
              <Button
                className="mt-auto"
                variant={plan.popular && !planId ? 'primary' : 'secondary'}
                disabled={!isSetUp || isHeld || (choose.isPending && !isChosen)}
                pending={isChosen}
                pendingLabel="One moment…"
                onClick={() =>
                  isByCard ? setChanging({ plan, promoCode }) : submitChoice({ plan, promoCode })
                }
              >
                {buttonLabel(plan)}
              </Button>
            );
          }}
        />
      </section>
      {isHeld && mayManage && (
        <p className="text-ink-2">
          {isPaused
            ? 'The plan can be changed once the subscription is resumed.'
            : 'The plan can be changed once the payment has arrived.'}
        </p>
      )}
      {hasBilling && (
        <Suspense fallback={<SkeletonLines lines={4} />}>
          <InvoicesCard timeZone={timeZone} hasEnded={planId === null || !isByCard} />
        </Suspense>
      )}
      {changing && (
        <DialogLoader onClose={() => setChanging(null)}>
          <ChangePlanDialog
            choice={changing}
            day={day}
            pending={choose.isPending}
            onConfirm={(prorationDate) => submitChoice({ ...changing, prorationDate })}
            onClose={() => setChanging(null)}
          />
        </DialogLoader>
      )}
      {!mayManage && <p className="text-ink-2">Your church’s administrators choose its plan.</p>}
    </>
  );
}
