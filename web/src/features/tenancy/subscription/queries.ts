import { queryOptions } from '@tanstack/react-query';
import type { Subscription } from '#libs/contracts';
import { api } from '../../../lib/api';

export const subscriptionQuery = queryOptions({ queryKey: ['subscription'], queryFn: ({ signal }) => api<Subscription>('/api/subscription', { signal }) });
