import type { SiteImage } from '#libs/contracts';
import { Confirm } from '../../../components/ui/overlay/dialog';
import { explain } from '../../../lib/api';
import { isStale } from '../../../lib/forms/stale-version';
import { toastError } from '../../../lib/toast';
import { useDeletePicture } from './site';

/** Asks before a picture is deleted. */
export default function DeleteDialog({
  picture,
  onClose,
}: {
  picture: SiteImage;
  onClose: () => void;
}) {
  const remove = useDeletePicture();
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title="Delete this picture?"
      description={
        `“${picture.title}” is gone from the site at once, for good. To take it off the ` +
        'site only, switch it off.'
      }
      confirm="Delete picture"
      pending={remove.isPending}
      pendingLabel="Deleting..."
      onConfirm={() =>
        remove.mutate(picture, {
          onSuccess: onClose,
          onError: (error) => {
            if (!isStale(error)) return;
            toastError(explain(error), undefined, 'Picture Not Deleted');
            onClose();
          },
        })
      }
    />
  );
}
