import { Confirm } from '../../../components/ui/overlay/dialog';

interface CancelDialogProps {
  plan: string;
  /** The date on which the subscription ends: `March 2, 2027`. Null: it ends at once. */
  until: string | null;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export default function CancelDialog({
  plan,
  until,
  pending,
  onConfirm,
  onClose,
}: CancelDialogProps) {
  const whenItEnds = until
    ? `It goes on until ${until}, and nothing is charged after that. Then`
    : 'It ends at once, and nothing is charged anymore. From then on';
  return (
    <Confirm
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Cancel the ${plan} plan?`}
      description={
        `${whenItEnds} your staff can read everything and change nothing; members keep ` +
        'reading, and nothing is deleted.'
      }
      cancel="Keep Subscription"
      confirm="Cancel Subscription"
      pending={pending}
      pendingLabel="Canceling…"
      onConfirm={onConfirm}
    />
  );
}
