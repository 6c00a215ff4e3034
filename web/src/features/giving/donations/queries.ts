import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Donation, DonationChange, DonationChoices, DonationFilter, DonationSummary } from '#libs/contracts';
import { api, apiPage, queryString } from '../../../lib/api';

const pageSize = 500;

export interface DonationListOptions extends Partial<Pick<DonationFilter, 'search' | 'year' | 'paymentMethod' | 'campaign'>> {
  sort: string;
}

/** All donations of the church, page after page as one scrolls. */
export const donationsQuery = (options: DonationListOptions) =>
  infiniteQueryOptions({
    queryKey: ['giving', 'donations', 'list', options],
    queryFn: ({ signal, pageParam }) =>
      apiPage<Donation[]>(`/api/admin/donations${queryString({ ...options, limit: pageSize, cursor: pageParam })}`, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });

/** The totals cards: of the whole filtered set, from the server. */
export const donationSummaryQuery = ({ sort: _, ...filter }: DonationListOptions) =>
  queryOptions({
    queryKey: ['giving', 'donations', 'summary', filter],
    queryFn: ({ signal }) => api<DonationSummary>(`/api/admin/donations/summary${queryString(filter)}`, { signal }),
    placeholderData: keepPreviousData,
  });

export const donationHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['giving', 'donations', 'history', id],
    queryFn: ({ signal }) => api<DonationChange[]>(`/api/admin/donations/${id}/history`, { signal }),
  });

/** The years and campaigns that donations have, for the filters. */
export const donationChoicesQuery = queryOptions({
  queryKey: ['giving', 'donations', 'choices'],
  queryFn: ({ signal }) => api<DonationChoices>('/api/admin/donations/choices', { signal }),
});
