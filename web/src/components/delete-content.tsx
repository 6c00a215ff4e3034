import { useDeleteContent } from '../lib/change-content';
import { contentWords } from '../lib/content-words';
import type { ContentKind } from '../lib/queries/content-lists';
import { ConfirmDelete } from './confirm-delete';

/** Asks before one thing is deleted, and deletes it. `detail`: what else goes with it. */
export function DeleteContent({ kind, item, detail = '', onClose, onDeleted }: { kind: ContentKind; item: { id: string; title: string } | null; detail?: string; onClose: () => void; onDeleted?: () => void }) {
  const words = contentWords[kind];
  const remove = useDeleteContent(kind, words);
  return (
    <ConfirmDelete
      open={item !== null}
      what={words.one}
      description={`“${item?.title ?? ''}” is gone for everybody at once, for good.${detail} To take it off members’ screens only, hide it.`}
      pending={remove.isPending}
      onClose={onClose}
      onConfirm={() => {
        if (!item || remove.isPending) return;
        remove.mutate(item.id, {
          onSuccess: () => {
            onClose();
            onDeleted?.();
          },
        });
      }}
    />
  );
}
