import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TrashItem } from '#libs/contracts';
import { Confirm } from '../../../components/ui/overlay/dialog';
import { api } from '../../../lib/api';
import { trashQuery } from '../../../lib/queries/trash';
import { toast, toastError } from '../../../lib/toast';

/** Asks for confirmation, and deletes an item of the trash for good. */
export default function DeleteForGoodDialog({
  item,
  onClose,
}: {
  item: TrashItem;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api(`/api/admin/trash/${item.kind}/${item.id}`, { method: 'DELETE' }),
    onSuccess: () => toast('Deleted', `“${item.title}” was deleted for good.`),
    onError: (error) => toastError('The item was not deleted.', error, 'Not Deleted'),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: trashQuery.queryKey });
      onClose();
    },
  });
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={`Delete “${item.title}” for good?`}
      description={
        'It cannot be restored afterwards. If it has a file, the file stops to count toward the ' +
        'storage of your plan after a day at the latest.'
      }
      confirm="Delete for good"
      pending={remove.isPending}
      pendingLabel="Deleting..."
      onConfirm={() => {
        if (!remove.isPending) remove.mutate();
      }}
    />
  );
}
