import { lazy, Suspense, useState } from 'react';
import { BadgeCheck, CalendarX, CreditCard, Hourglass, TriangleAlert } from 'lucide-react';
import { formatLong, todayIn } from '#libs/calendar';
import { plans, type Subscription } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { Badge } from '../../../components/badge';
import { Button } from '../../../components/button';
import { Card } from '../../../components/card';
import { useBillingPortal, useEndOrResume } from './change-subscription';

const CancelDialog = lazy(() => import('./cancel-dialog'));

/** The plan that a church has, what comes next, and what can be done about it. */
export function CurrentPlanCard({ subscription, timeZone, mayManage }: { subscription: Subscription; timeZone: string; mayManage: boolean }) {
  const [canceling, setCanceling] = useState(false);
  const portal = useBillingPortal();
  const change = useEndOrResume();
  const plan = plans.find(({ id }) => id === subscription.planId);
  if (!plan) return null;
  const { status, isByCard, endsAt } = subscription;
  const day = (instant: string) => formatLong(todayIn(timeZone, new Date(instant)));
  return (
    <Card
      title={`Your plan: ${plan.name}`}
      icon={<CreditCard aria-hidden />}
      actions={<StatusBadge status={status} ends={endsAt !== null} />}
      {...(isByCard && mayManage
        ? {
            footer: (
              <>
                <Button pending={portal.isPending} pendingLabel="Opening…" onClick={() => portal.mutate()}>
                  Card and Invoices
                </Button>
                {endsAt ? (
                  <Button variant="primary" pending={change.isPending} pendingLabel="Resuming…" onClick={() => change.mutate('resume')}>
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
      {canceling && (
        <Suspense>
          <CancelDialog
            plan={plan.name}
            ends={subscription.renewsAt ?? subscription.trialEndsAt}
            day={day}
            pending={change.isPending}
            onConfirm={() => change.mutate('cancel', { onSuccess: () => setCanceling(false) })}
            onClose={() => setCanceling(false)}
          />
        </Suspense>
      )}
    </Card>
  );
}

function StatusBadge({ status, ends }: { status: Subscription['status']; ends: boolean }) {
  if (status === 'past_due') return <Badge tone="bad" icon={TriangleAlert}>Payment failed</Badge>;
  if (ends) return <Badge tone="hold" icon={CalendarX}>Canceled</Badge>;
  if (status === 'trial') return <Badge tone="hold" icon={Hourglass}>Trial</Badge>;
  return <Badge tone="good" icon={BadgeCheck}>Active</Badge>;
}

function sentence({ status, isByCard, price, trialEndsAt, renewsAt, endsAt }: Subscription, day: (instant: string) => string): string {
  const monthly = formatUsd(fromDecimal(price));
  if (!isByCard) return 'By agreement with Church Connect.';
  if (status === 'past_due') return `The last payment of ${monthly} failed. Please check the card, or use another.`;
  if (endsAt) return `It ends on ${day(endsAt)}. Until then everything stays as it is; nothing will be deleted.`;
  if (status === 'trial' && trialEndsAt) return `Free until ${day(trialEndsAt)}; then ${monthly} a month.`;
  return renewsAt ? `${monthly} a month. The next payment is on ${day(renewsAt)}.` : `${monthly} a month.`;
}
