import type { QueryClient } from '@tanstack/react-query';
import { explain } from '../../../lib/api';
import { toast, toastError } from '../../../lib/toast';
import { refreshSubscription } from './change-subscription';

/** Back from a bank's page, to which Stripe had to lead: tells how it went there. */
export async function tellReturn(client: QueryClient, status: string): Promise<void> {
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
