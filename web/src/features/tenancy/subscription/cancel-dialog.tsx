import { Confirm } from '../../../components/dialog';

interface CancelDialogProps {
  plan: string;
  ends: string | null;
  day: (instant: string) => string;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export default function CancelDialog({ plan, ends, day, pending, onConfirm, onClose }: CancelDialogProps) {
  return (
    <Confirm
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Cancel the ${plan} plan?`}
      description={`It goes on until ${ends ? day(ends) : 'the end of what is paid'}, and nothing is charged after that. Then your staff can read everything and change nothing; members keep reading, and nothing is deleted.`}
      cancel="Keep Subscription"
      confirm="Cancel Subscription"
      pending={pending}
      pendingLabel="Canceling…"
      onConfirm={onConfirm}
    />
  );
}
