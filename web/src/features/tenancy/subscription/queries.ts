import { queryOptions } from '@tanstack/react-query';
import type { Plan } from '#libs/contracts';
import { api } from '../../../lib/api';

export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: ({ signal }) => api('/api/subscription', { signal }),
});

export const invoicesQuery = queryOptions({
  queryKey: ['subscription', 'invoices'],
  queryFn: ({ signal }) => api('/api/subscription/invoices', { signal }),
});

/** The price of a change, calculated by Stripe at this moment, so never taken from the cache. */
export const previewQuery = (planId: Plan['id'], promoCode: string | null) =>
  queryOptions({
    queryKey: ['subscription', 'preview', planId, promoCode],
    queryFn: ({ signal }) =>
      api('/api/subscription/preview', {
        method: 'POST',
        body: { planId, ...(promoCode ? { promoCode } : {}) },
        signal,
      }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
