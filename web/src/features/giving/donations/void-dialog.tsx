import { useState } from 'react';
import { formatShort, yearOf } from '#libs/calendar';
import type { Donation } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { Confirm } from '../../../components/ui/overlay/dialog';
import { Field } from '../../../components/ui/form/field';
import { Input } from '../../../components/ui/form/input';
import { useVoidDonation } from './void-donation';

/** Says exactly what deleting a donation changes, and asks for the reason. */
export default function VoidDialog({
  donation,
  onClose,
  onVoided,
}: {
  donation: Donation;
  onClose: () => void;
  onVoided: () => void;
}) {
  const [reason, setReason] = useState('');
  const voidMutation = useVoidDonation();
  const amount = formatUsd(fromDecimal(donation.amount));
  const boldAmount = <strong className="font-semibold text-ink">{amount}</strong>;
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title="Delete this donation?"
      description={
        <>
          <p>
            This voids the donation of {boldAmount} by {donation.donorName}, dated{' '}
            {formatShort(donation.date)} ({donation.campaign}).
          </p>
          <p className="mt-2">
            The {yearOf(donation.date)} totals of {donation.donorName} and of the church become{' '}
            {amount} less. The donation itself stays in the history, with your name and reason.
          </p>
        </>
      }
      confirm={`Delete ${amount}`}
      pending={voidMutation.isPending}
      pendingLabel="Deleting…"
      onConfirm={() => {
        voidMutation.mutate(
          { donation, reason: reason.trim() },
          {
            onSuccess: () => {
              onVoided();
              onClose();
            },
          },
        );
      }}
    >
      <Field label="Reason" optional>
        {(props) => (
          <Input
            {...props}
            maxLength={500}
            autoComplete="off"
            value={reason}
            onChange={(event) => {
              setReason(event.target.value);
            }}
          />
        )}
      </Field>
    </Confirm>
  );
}
