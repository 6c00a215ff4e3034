import { type SubmitEvent, useEffect, useState } from 'react';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeError } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { ArrowLeft, BadgePercent, Lock } from 'lucide-react';
import { formatLong, todayIn } from '#libs/calendar';
import type { SubscriptionResult } from '#libs/contracts';
import { formatUsd } from '#libs/money';
import { Alert } from '../../../components/ui/alert';
import { Badge } from '../../../components/ui/badge';
import { Button } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { SkeletonLines } from '../../../components/ui/skeleton';
import { explain } from '../../../lib/api';
import { useTheme } from '../../../lib/browser/theme';
import { toast, toastError } from '../../../lib/toast';
import { choosePlan, refreshSubscription, type Choice } from './change-subscription';

interface CheckoutProps extends Choice {
  result: SubscriptionResult & { clientSecret: string };
  publishableKey: string;
  timeZone: string;
  onBack: () => void;
  onDone: () => void;
}

/**
 * The Stripe script, loaded once for each page. A script that could not be loaded is requested
 * again at the next attempt.
 */
let stripe: Promise<Stripe | null> | undefined;
function stripeOf(publishableKey: string): Promise<Stripe | null> {
  stripe ??= loadStripe(publishableKey).catch(() => {
    stripe = undefined;
    return null;
  });
  return stripe;
}

/** The form for the card. Card data goes directly to Stripe and never to this program. */
export default function Checkout({
  plan,
  promoCode,
  result: first,
  publishableKey,
  timeZone,
  onBack,
  onDone,
}: CheckoutProps) {
  const { dark } = useTheme();
  const [result, setResult] = useState(first);
  const price = formatUsd(BigInt(plan.price * (100 - result.discount)));
  return (
    <div className="mx-auto max-w-lg space-y-4">
      <Button variant="ghost" onClick={onBack}>
        <ArrowLeft aria-hidden className="size-4" />
        Back to Plans
      </Button>
      <Card
        title="Complete Your Subscription"
        description={
          result.trialEndsAt
            ? `Free until ${formatLong(todayIn(timeZone, new Date(result.trialEndsAt)))}; ` +
              `then ${price} a month.`
            : `${price} a month, the first of them today.`
        }
        footer={
          <span className="flex items-center gap-1.5">
            <Lock aria-hidden className="size-4" />
            Secured by Stripe
          </span>
        }
      >
        <p
          className={
            'mb-4 flex flex-wrap items-center justify-between gap-2 rounded-md bg-sunken ' +
            'px-3 py-2.5'
          }
        >
          <span className="font-medium">{plan.name}</span>
          {result.discount > 0 && (
            <Badge tone="good" icon={BadgePercent}>
              {result.discount}% off
            </Badge>
          )}
        </p>
        {result !== first && (
          <div className="mb-4">
            <Alert>
              The payment was started over in the meantime, and nothing was charged. Please enter
              the card again.
            </Alert>
          </div>
        )}
        <Elements
          key={result.clientSecret}
          stripe={stripeOf(publishableKey)}
          options={{
            clientSecret: result.clientSecret,
            appearance: { theme: dark ? 'night' : 'stripe' },
          }}
        >
          <CardForm
            choice={{ plan, promoCode }}
            clientSecret={result.clientSecret}
            publishableKey={publishableKey}
            onRenewed={setResult}
            onDone={onDone}
          />
        </Elements>
      </Card>
    </div>
  );
}

const paying = ['pay'];

interface CardFormProps extends Pick<CheckoutProps, 'publishableKey' | 'onDone'> {
  choice: Choice;
  clientSecret: string;
  /** Called if another client secret must be confirmed than that of this form. */
  onRenewed: (result: CheckoutProps['result']) => void;
}

function CardForm({ choice, clientSecret, publishableKey, onRenewed, onDone }: CardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const client = useQueryClient();
  const [field, setField] = useState<'loading' | 'ready' | 'failed'>('loading');
  const pay = useMutation({
    mutationKey: paying,
    mutationFn: async () => {
      // The answer to an earlier attempt may have been lost. Then the plan is already active.
      if (await hasPlan(client, choice)) return 'done';
      const now = await choosePlan(choice).catch((error: unknown) => {
        throw new Error(explain(error));
      });
      if (now.clientSecret === null) return waitForPlan(client);
      // Another user chose a plan meanwhile, or the first attempt expired. Confirm the latest
      // secret.
      if (now.clientSecret !== clientSecret) return { ...now, clientSecret: now.clientSecret };
      const confirmation = {
        elements: elements!,
        confirmParams: { return_url: `${window.location.origin}/` },
        redirect: 'if_required' as const,
      };
      const { error } = await (
        clientSecret.startsWith('seti_')
          ? stripe!.confirmSetup(confirmation)
          : stripe!.confirmPayment(confirmation)
      ).catch(() => ({ error: noAnswer }));
      const isDone =
        error?.setup_intent?.status === 'succeeded' ||
        error?.payment_intent?.status === 'succeeded';
      if (error && !isDone && !(await hasPlan(client, choice)))
        throw new Error(error.message ?? noAnswer.message);
      return waitForPlan(client);
    },
    onSuccess: (result) => {
      if (typeof result === 'object') {
        onRenewed(result);
        return;
      }
      toast(
        'Payment Successful',
        result === 'done'
          ? 'Welcome to your new subscription!'
          : 'Your plan shows here as soon as Stripe has told us.',
      );
      onDone();
    },
    onError: (error) => toastError(error.message, undefined, 'Payment Failed'),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // `pay.isPending` is updated with a delay. A second click would find that the first one has
    // used the promo code.
    if (stripe && elements && field === 'ready' && client.isMutating({ mutationKey: paying }) === 0)
      pay.mutate();
  };
  const isUnreachable = useUnreachable(publishableKey);
  if (isUnreachable || field === 'failed')
    return (
      <Alert>
        Stripe, which takes the card, could not be reached. Please check your connection, go back to
        the plans and try again.
      </Alert>
    );
  return (
    <form onSubmit={submit} className="space-y-4">
      {field === 'loading' && <SkeletonLines lines={4} />}
      <PaymentElement onReady={() => setField('ready')} onLoadError={() => setField('failed')} />
      {pay.error && <Alert>{pay.error.message}</Alert>}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="w-full"
        disabled={field !== 'ready'}
        pending={pay.isPending}
        pendingLabel="Processing..."
      >
        Subscribe Now
      </Button>
    </form>
  );
}

/** The result if Stripe did not answer, so it is unknown whether the card was accepted. */
const noAnswer: Partial<Pick<StripeError, 'setup_intent' | 'payment_intent'>> & {
  message: string;
} = {
  message: 'Stripe did not answer. Please press the button again: nothing is charged twice.',
};

/** Whether the plan is already active. */
async function hasPlan(client: QueryClient, { plan }: Choice): Promise<boolean> {
  const subscription = await refreshSubscription(client).catch(() => null);
  return subscription !== null && subscription.isByCard && subscription.planId === plan.id;
}

/** Waits until the plan is active, because a payment takes Stripe a moment. */
async function waitForPlan(client: QueryClient): Promise<'done' | 'not yet'> {
  for (let tries = 0; tries < 3; tries++) {
    const subscription = await refreshSubscription(client).catch(() => null);
    if (subscription?.isByCard && subscription.planId) return 'done';
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  return 'not yet';
}

/** Returns whether Stripe's script could not be loaded. */
function useUnreachable(publishableKey: string): boolean {
  const [isUnreachable, setUnreachable] = useState(false);
  useEffect(() => {
    let isShown = true;
    void stripeOf(publishableKey).then((loaded) => {
      if (isShown) setUnreachable(!loaded);
    });
    return () => {
      isShown = false;
    };
  }, [publishableKey]);
  return isUnreachable;
}
