import { useQuery } from '@tanstack/react-query';
import type { PaymentMethod } from '#libs/contracts';
import { ChoiceChip } from '../../../components/filter-chips';
import { SearchInput } from '../../../components/search-input';
import { paymentMethods } from '../../../lib/vocabulary';
import { donationChoicesQuery } from './queries';

export interface DonationFilters {
  search: string | undefined;
  year: number | undefined;
  paymentMethod: PaymentMethod | undefined;
  campaign: string | undefined;
}

const methods = paymentMethods.map((method) => ({ value: method, label: method }));

/** The filters of Member Donations; what they are stands in the address. */
export function DonationFilterChips({ filters, onChange }: { filters: Partial<DonationFilters>; onChange: (next: Partial<DonationFilters>) => void }) {
  const { years = [], campaigns = [] } = useQuery(donationChoicesQuery).data ?? {};
  return (
    <>
      <SearchInput
        label="Search by member name"
        placeholder="Member name"
        value={filters.search ?? ''}
        onChange={(search) => {
          onChange({ search: search === '' ? undefined : search });
        }}
      />
      <ChoiceChip
        label="Year"
        value={filters.year?.toString()}
        options={years.map((year) => ({ value: String(year), label: String(year) }))}
        onChange={(year) => {
          onChange({ year: year === undefined ? undefined : Number(year) });
        }}
      />
      <ChoiceChip
        label="Method"
        value={filters.paymentMethod}
        options={methods}
        onChange={(method) => {
          onChange({ paymentMethod: paymentMethods.find((known) => known === method) });
        }}
      />
      <ChoiceChip
        label="Campaign"
        value={filters.campaign}
        options={campaigns.map((campaign) => ({ value: campaign, label: campaign }))}
        onChange={(campaign) => {
          onChange({ campaign });
        }}
      />
    </>
  );
}
