import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DonationFilter, PaymentMethod, TableFormat } from '#libs/contracts';
import { api, apiPage, queryString } from '../../../lib/api';

/** Whoever goes on scrolls far: the rest comes in as few pages as the server gives. */
const pageSize = (cursor: string | null) => (cursor === null ? 500 : 1000);

/** What stands in the address of Member Donations. */
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
  /** The id of whoever recorded it. */
  addedBy: string | undefined;
  importId: string | undefined;
  /** One giver's gifts: where a member's panel leads to. */
  donorId: string | undefined;
  /** One gift alone, whatever became of it: where a link leads to. */
  gift: string | undefined;
}

export interface DonationListOptions extends Partial<DonationFilters> {
  sort: string;
}

/** As the server names them: a link's one gift is asked for by its id. */
const toServerQuery = ({ gift, ...options }: Partial<DonationListOptions>) => ({
  ...options,
  id: gift,
});

/** All donations of the church, page after page as one scrolls. */
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

/** The totals cards: of the whole filtered set, from the server. */
export const donationSummaryQuery = ({ sort: _, ...filter }: DonationListOptions) =>
  queryOptions({
    queryKey: ['giving', 'donations', 'summary', filter],
    queryFn: ({ signal }) =>
      api('/api/admin/donations/summary', { query: toServerQuery(filter), signal }),
    placeholderData: keepPreviousData,
  });

/** The address of a file with everything that the filters find. */
export const donationsFile = (options: DonationListOptions, format: TableFormat) =>
  `/api/admin/donations.${format}${queryString(toServerQuery(options))}`;

export const donationHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['giving', 'donations', 'history', id],
    queryFn: ({ signal }) => api(`/api/admin/donations/${id}/history`, { signal }),
  });

/** The years and campaigns that donations have, for the filters. */
export const donationChoicesQuery = queryOptions({
  queryKey: ['giving', 'donations', 'choices'],
  queryFn: ({ signal }) => api('/api/admin/donations/choices', { signal }),
});
