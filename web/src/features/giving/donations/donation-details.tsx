import { formatLong } from '#libs/calendar';
import type { Donation } from '#libs/contracts';
import { Facts } from '../../../components/ui/facts';
import { DeletedMoney, Money } from '../../../components/ui/money';
import DonationHistory from './donation-history';
import { EntryBadge } from './entry-badge';

/** A donation in the side panel: its amount, facts and history. */
export function DonationDetails({ donation }: { donation: Donation }) {
  const facts = [
    { label: 'Date', value: formatLong(donation.date) },
    { label: 'Payment method', value: donation.paymentMethod },
    { label: 'Campaign', value: donation.campaign },
    { label: 'Transaction ID', value: donation.transactionId },
    { label: 'Email', value: donation.guestEmail },
    { label: 'Phone', value: donation.guestPhone },
    { label: 'Notes', value: donation.notes },
  ].filter((fact) => fact.value);
  return (
    <>
      <p className="text-figure">
        {donation.state === 'deleted' ? (
          <DeletedMoney amount={donation.amount} />
        ) : (
          <Money amount={donation.amount} figure />
        )}
      </p>
      <div className="mt-2">
        <EntryBadge donation={donation} />
      </div>
      <Facts facts={facts} />
      <h3 className="mt-7 mb-3 text-card">History</h3>
      <DonationHistory id={donation.id} />
    </>
  );
}
