import type { Fundraiser } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { Confirm } from '../../../components/ui/overlay/dialog';
import { useDeleteFundraiser } from './delete-fundraiser';

export default function DeleteDialog({
  fundraiser,
  onClose,
}: {
  fundraiser: Fundraiser;
  onClose: () => void;
}) {
  const remove = useDeleteFundraiser();
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title="Delete this campaign?"
      description={
        <>
          “{fundraiser.title}” disappears from the giving page and from this list. The{' '}
          {formatUsd(fromDecimal(fundraiser.current))} raised stay in the ledger: no donation is
          changed.
        </>
      }
      confirm="Delete campaign"
      pending={remove.isPending}
      pendingLabel="Deleting…"
      onConfirm={() => {
        remove.mutate(fundraiser.id, { onSuccess: onClose });
      }}
    />
  );
}
