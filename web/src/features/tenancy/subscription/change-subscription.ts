import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Plan, Subscription, SubscriptionResult } from '#libs/contracts';
import { api, serverMessage } from '../../../lib/api';
import { toast, toastError } from '../../../lib/toast';
import { subscriptionQuery } from './queries';

function keep(client: QueryClient, subscription: Subscription): void {
  client.setQueryData(subscriptionQuery.queryKey, subscription);
  void client.invalidateQueries({ queryKey: ['standing'] });
  void client.invalidateQueries({ queryKey: ['subscription', 'invoices'] });
}

/**
 * Loads the subscription from Stripe after a card was confirmed, because Stripe's event may arrive
 * later.
 */
export async function refreshSubscription(client: QueryClient): Promise<Subscription> {
  const subscription = await api('/api/subscription/refresh', { method: 'POST' });
  keep(client, subscription);
  return subscription;
}

export function usePromoCheck(onValid: (code: string) => void) {
  return useMutation({
    mutationFn: (code: string) => api('/api/promo-codes/check', { method: 'POST', body: { code } }),
    onSuccess: ({ code, discount }) => {
      onValid(code);
      toast('Promo Code Applied', `${discount}% off every month.`);
    },
    onError: (error) => {
      const isInvalid = serverMessage(error) === 'Invalid Promo Code';
      if (isInvalid)
        toastError('Please check your promo code and try again.', undefined, 'Invalid Promo Code');
      else toastError('The promo code could not be checked.', error);
    },
  });
}

export interface Choice {
  plan: Plan;
  promoCode: string | null;
  /** The proration date of the preview that was shown. */
  prorationDate?: number;
}

/**
 * Chooses a plan. Choosing the same plan again changes nothing and returns what has to be confirmed
 * for it.
 */
export async function choosePlan({
  plan,
  promoCode,
  prorationDate,
}: Choice): Promise<SubscriptionResult> {
  const result = (await api('/api/create-subscription', {
    method: 'POST',
    body: {
      planId: plan.id,
      ...(promoCode ? { promoCode } : {}),
      ...(prorationDate === undefined ? {} : { prorationDate }),
    },
  })) as Partial<SubscriptionResult> | undefined;
  // Null means that nothing has to be confirmed; undefined is not an answer of the server.
  if (result?.clientSecret === undefined) throw new NoSecretError('No client secret received');
  return result as SubscriptionResult;
}

/** An answer that does not come from the server of this program. */
class NoSecretError extends Error {}

/**
 * Subscribes the church to a plan, or changes its plan.
 * @param onRefused called if the promo code was used before, or is no longer offered
 */
export function useChoosePlan({
  onSecret,
  onRefused,
}: {
  onSecret: (result: SubscriptionResult, choice: Choice) => void;
  onRefused: () => void;
}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: choosePlan,
    onSuccess: async (result, choice) => {
      if (result.clientSecret) {
        onSecret(result, choice);
        return;
      }
      await refreshSubscription(client);
      toast('Plan Changed', `Your church has the ${choice.plan.name} plan now.`);
    },
    onError: (error) => {
      const message = error instanceof NoSecretError ? error.message : serverMessage(error);
      if (message?.includes('already been used')) {
        onRefused();
        toastError(
          'This promo code has already been used by your organization. Please proceed ' +
            'without the discount.',
          undefined,
          'Promo Code Already Used',
        );
      } else {
        if (message === 'Invalid Promo Code') onRefused(); // The code is no longer offered.
        toastError(message ?? 'Failed to create subscription. Please try again.');
      }
    },
  });
}

export function useEndOrResume() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (act: 'cancel' | 'resume') => api(`/api/subscription/${act}`, { method: 'POST' }),
    onSuccess: (subscription, act) => {
      keep(client, subscription);
      if (act === 'cancel')
        toast('Subscription Canceled', 'Everything stays as it is until it ends.');
      else toast('Subscription Resumed', 'Your plan goes on as before.');
    },
    onError: (error) => toastError('The subscription could not be changed.', error),
  });
}

/** Opens Stripe's pages for cards and invoices. */
export function useBillingPortal() {
  return useMutation({
    mutationFn: () => api('/api/subscription/portal', { method: 'POST' }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => toastError('The payment pages could not be opened.', error),
  });
}
