import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DonationFilter, PaymentMethod, TableFormat } from '#libs/contracts';
import { api, apiPage, queryString } from '../../../lib/api';

/**
 * After the first page, load the largest pages that the server allows, because a user who continues
 * scrolls far.
 */
const pageSize = (cursor: string | null) => (cursor === null ? 500 : 1000);

/** The search parameters of Member Donations. */
export interface DonationFilters {
  search: string | undefined;
  state: DonationFilter['state'];
  year: number | undefined;
  from: string | undefined;
  to: string | undefined;
  minAmount: string | undefined;
  maxAmount: string | undefined;
  paymentMethod: PaymentMethod | undefined;
  campaign: string | undefined;
  /** The id of the user who recorded the donation. */
  addedBy: string | undefined;
  importId: string | undefined;
  /** The donations of one donor, to which a member's panel links. */
  donorId: string | undefined;
  /** The id of a single donation, even if it is deleted, to which a link leads. */
  gift: string | undefined;
}

export interface DonationListOptions extends Partial<DonationFilters> {
  sort: string;
}

/** Renames the filters for the server: a single donation is requested by its id. */
const toServerQuery = ({ gift, ...options }: Partial<DonationListOptions>) => ({
  ...options,
  id: gift,
});

/** The donations of the church, by pages. */
export const donationsQuery = (options: DonationListOptions) =>
  infiniteQueryOptions({
    queryKey: ['giving', 'donations', 'list', options],
    queryFn: ({ signal, pageParam }) =>
      apiPage('/api/admin/donations', {
        query: { ...toServerQuery(options), limit: pageSize(pageParam), cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });

/** The totals of all donations that the filters find, calculated by the server. */
export const donationSummaryQuery = ({ sort: _, ...filter }: DonationListOptions) =>
  queryOptions({
    queryKey: ['giving', 'donations', 'summary', filter],
    queryFn: ({ signal }) =>
      api('/api/admin/donations/summary', { query: toServerQuery(filter), signal }),
    placeholderData: keepPreviousData,
  });

/** Returns the address of a file with all donations that the filters find. */
export const donationsFile = (options: DonationListOptions, format: TableFormat) =>
  `/api/admin/donations.${format}${queryString(toServerQuery(options))}`;

export const donationHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['giving', 'donations', 'history', id],
    queryFn: ({ signal }) => api(`/api/admin/donations/${id}/history`, { signal }),
  });
