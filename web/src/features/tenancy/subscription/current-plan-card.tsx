import { lazy, useState } from 'react';
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
import { DialogLoader } from '../../../components/ui/overlay/dialog-loader';
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
  const { isByCard, discounts } = subscription;
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
                <PlanActions
                  subscription={subscription}
                  pending={change.isPending}
                  onCancel={() => setCanceling(true)}
                  onResume={() => change.mutate('resume')}
                />
              </>
            ),
          }
        : {})}
    >
      <p className="text-ink-2">{describeSubscription(subscription, day)}</p>
      {discounts.map((discount, index) => (
        <p key={index} className="mt-2">
          <Badge tone="good" icon={BadgePercent}>
            {discountWords(discount, day)}
          </Badge>
        </p>
      ))}
      {canceling && (
        <DialogLoader onClose={() => setCanceling(false)}>
          <CancelDialog
            plan={plan.name}
            until={describeEnd(subscription, day)}
            pending={change.isPending}
            onConfirm={() => change.mutate('cancel', { onSuccess: () => setCanceling(false) })}
            onClose={() => setCanceling(false)}
          />
        </DialogLoader>
      )}
    </Card>
  );
}

/** The buttons that cancel or resume the subscription. */
function PlanActions({
  subscription: { isPaused, endsAt },
  pending,
  onCancel,
  onResume,
}: {
  subscription: Subscription;
  pending: boolean;
  onCancel: () => void;
  onResume: () => void;
}) {
  const cancelButton = (
    <Button variant="quietDanger" onClick={onCancel}>
      Cancel Subscription
    </Button>
  );
  if (!isPaused && !endsAt) return cancelButton;
  const resumeButton = (
    <Button variant="primary" pending={pending} pendingLabel="Resuming…" onClick={onResume}>
      {isPaused ? 'Resume Subscription' : 'Keep Subscription'}
    </Button>
  );
  if (!isPaused) return resumeButton;
  return (
    <span className="flex flex-wrap gap-2">
      {cancelButton}
      {resumeButton}
    </span>
  );
}

/** Returns until when a subscription that is canceled goes on; null if it ends at once. */
function describeEnd(
  { isPaused, renewsAt, trialEndsAt }: Subscription,
  day: (instant: string) => string,
): string | null {
  if (isPaused) return null;
  const goesOnUntil = renewsAt ?? trialEndsAt;
  return goesOnUntil ? day(goesOnUntil) : 'the end of what is paid';
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

function describeSubscription(
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
