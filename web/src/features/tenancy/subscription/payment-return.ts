import type { QueryClient } from '@tanstack/react-query';
import { explain } from '../../../lib/api';
import { toast, toastError } from '../../../lib/toast';
import { refreshSubscription } from './change-subscription';

/** Shows the result of a payment when Stripe returns from a page of the bank. */
export async function showPaymentResult(client: QueryClient, status: string): Promise<void> {
  try {
    const { isByCard } = await refreshSubscription(client);
    if (isByCard) toast('Payment Successful', 'Welcome to your new subscription!');
    else
      toastError(
        status === 'failed'
          ? 'The card could not be confirmed. Please try another.'
          : 'The card is not confirmed yet.',
        undefined,
        'Payment Failed',
      );
  } catch (error) {
    toastError(explain(error), undefined, 'Payment Failed');
  }
}
