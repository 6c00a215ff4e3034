import { queryOptions } from '@tanstack/react-query';
import type { PlanPreview, Subscription, SubscriptionInvoice } from '#libs/contracts';
import { api } from '../../../lib/api';
import type { Choice } from './change-subscription';

export const subscriptionQuery = queryOptions({ queryKey: ['subscription'], queryFn: ({ signal }) => api<Subscription>('/api/subscription', { signal }) });

export const invoicesQuery = queryOptions({ queryKey: ['subscription', 'invoices'], queryFn: ({ signal }) => api<SubscriptionInvoice[]>('/api/subscription/invoices', { signal }) });

/** What a change costs, reckoned by Stripe at this moment: never from before. */
export const previewQuery = ({ plan, promoCode }: Choice) =>
  queryOptions({
    queryKey: ['subscription', 'preview', plan.id, promoCode],
    queryFn: ({ signal }) => api<PlanPreview>('/api/subscription/preview', { method: 'POST', body: { planId: plan.id, ...(promoCode ? { promoCode } : {}) }, signal }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
