import { useQuery } from '@tanstack/react-query';
import { Banknote, CircleDollarSign, Receipt, Smartphone } from 'lucide-react';
import { Money } from '../../../components/ui/money';
import { Stat, StatRow } from '../../../components/ui/stat';
import { formatCount } from '../../../lib/format';
import { type DonationListOptions, donationSummaryQuery } from './queries';

/** The totals of all donations that the filters find. */
export function SummaryCards({ options }: { options: DonationListOptions }) {
  const { data, error } = useQuery(donationSummaryQuery(options));
  const figure = (value: number | undefined) => {
    if (error) return '–';
    return value === undefined ? undefined : formatCount(value);
  };
  return (
    <StatRow label="Totals of these donations">
      <Stat
        label="Total amount"
        icon={CircleDollarSign}
        value={error ? '–' : data && <Money amount={data.amount} figure />}
      />
      <Stat label="Records" icon={Receipt} value={figure(data?.records)} />
      <Stat label="Cash" icon={Banknote} value={figure(data?.cash)} />
      <Stat label="Digital" icon={Smartphone} value={figure(data?.digital)} />
    </StatRow>
  );
}
