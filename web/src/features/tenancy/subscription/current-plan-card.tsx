import { lazy, Suspense, useState } from 'react';
import {
  BadgeCheck,
  BadgePercent,
  CalendarX,
  CirclePause,
  CreditCard,
  Hourglass,
  TriangleAlert,
} from 'lucide-react';
import { plans, type Subscription, type SubscriptionDiscount } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { Badge } from '../../../components/ui/badge';
import { Button } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { useBillingPortal, useEndOrResume } from './change-subscription';

const CancelDialog = lazy(() => import('./cancel-dialog'));

/** The current plan of a church, its next payment, and the actions. */
export function CurrentPlanCard({
  subscription,
  day,
  mayManage,
}: {
  subscription: Subscription;
  day: (instant: string) => string;
  mayManage: boolean;
}) {
  const [canceling, setCanceling] = useState(false);
  const portal = useBillingPortal();
  const change = useEndOrResume();
  const plan = plans.find(({ id }) => id === subscription.planId);
  if (!plan) return null;
  const { isByCard, isPaused, endsAt, discounts } = subscription;
  const goesOnUntil = subscription.renewsAt ?? subscription.trialEndsAt;
  return (
    <Card
      title={`Your plan: ${plan.name}`}
      icon={<CreditCard aria-hidden />}
      actions={<StatusBadge subscription={subscription} />}
      {...(isByCard && mayManage
        ? {
            footer: (
              <>
                <Button
                  pending={portal.isPending}
                  pendingLabel="Opening…"
                  onClick={() => portal.mutate()}
                >
                  Card and Invoices
                </Button>
                {isPaused ? (
                  <span className="flex flex-wrap gap-2">
                    <Button variant="quietDanger" onClick={() => setCanceling(true)}>
                      Cancel Subscription
                    </Button>
                    <Button
                      variant="primary"
                      pending={change.isPending}
                      pendingLabel="Resuming…"
                      onClick={() => change.mutate('resume')}
                    >
                      Resume Subscription
                    </Button>
                  </span>
                ) : endsAt ? (
                  <Button
                    variant="primary"
                    pending={change.isPending}
                    pendingLabel="Resuming…"
                    onClick={() => change.mutate('resume')}
                  >
                    Keep Subscription
                  </Button>
                ) : (
                  <Button variant="quietDanger" onClick={() => setCanceling(true)}>
                    Cancel Subscription
                  </Button>
                )}
              </>
            ),
          }
        : {})}
    >
      <p className="text-ink-2">{sentence(subscription, day)}</p>
      {discounts.map((discount, index) => (
        <p key={index} className="mt-2">
          <Badge tone="good" icon={BadgePercent}>
            {discountWords(discount, day)}
          </Badge>
        </p>
      ))}
      {canceling && (
        <Suspense>
          <CancelDialog
            plan={plan.name}
            until={isPaused ? null : goesOnUntil ? day(goesOnUntil) : 'the end of what is paid'}
            pending={change.isPending}
            onConfirm={() => change.mutate('cancel', { onSuccess: () => setCanceling(false) })}
            onClose={() => setCanceling(false)}
          />
        </Suspense>
      )}
    </Card>
  );
}

function StatusBadge({
  subscription: { status, isPaused, endsAt },
}: {
  subscription: Subscription;
}) {
  if (isPaused)
    return (
      <Badge tone="hold" icon={CirclePause}>
        Paused
      </Badge>
    );
  if (status === 'past_due')
    return (
      <Badge tone="bad" icon={TriangleAlert}>
        Payment failed
      </Badge>
    );
  if (endsAt)
    return (
      <Badge tone="hold" icon={CalendarX}>
        Canceled
      </Badge>
    );
  if (status === 'trial')
    return (
      <Badge tone="hold" icon={Hourglass}>
        Trial
      </Badge>
    );
  return (
    <Badge tone="good" icon={BadgeCheck}>
      Active
    </Badge>
  );
}

function sentence(
  {
    status,
    isByCard,
    isPaused,
    isCollectionStopped,
    price,
    trialEndsAt,
    renewsAt,
    endsAt,
  }: Subscription,
  day: (instant: string) => string,
): string {
  const monthly = formatUsd(fromDecimal(price));
  if (!isByCard) return 'By agreement with Church Connect.';
  if (isPaused)
    return (
      'It is paused: nothing is charged, and your staff can read everything and change ' +
      `nothing. If you resume it, the card is charged from today on, ${monthly} a month.`
    );
  if (isCollectionStopped)
    return `${monthly} a month. Nothing is collected while your church’s account is paused.`;
  if (status === 'past_due')
    return (
      `The last payment of ${monthly} failed. Please pay it below, where your bank can ` +
      'ask you as well, or use another card.'
    );
  if (endsAt)
    return (
      `It ends on ${day(endsAt)}. Until then everything stays as it is; nothing will be ` +
      'deleted.'
    );
  if (status === 'trial' && trialEndsAt)
    return `Free until ${day(trialEndsAt)}; then ${monthly} a month.`;
  return renewsAt
    ? `${monthly} a month. The next payment is on ${day(renewsAt)}.`
    : `${monthly} a month.`;
}

/** `50% off until March 2, 2027` */
function discountWords(
  { percent, amount, until, isOnce }: SubscriptionDiscount,
  day: (instant: string) => string,
): string {
  const discountText =
    percent === null ? `${formatUsd(fromDecimal(amount ?? '0.00'))} off` : `${percent}% off`;
  if (isOnce) return `${discountText} the next payment`;
  return until ? `${discountText} until ${day(until)}` : discountText;
}
