import { useMutation, useQueryClient } from '@tanstack/react-query';
import { daysInTrash } from '#libs/contracts';
import { deletingContent } from '../../lib/content/change-content';
import { contentWords } from '../../lib/content/content-words';
import { isStale } from '../../lib/forms/stale-version';
import type { ContentKind } from '../../lib/queries/content-lists';
import { ConfirmDelete } from '../ui/overlay/confirm-delete';

export interface DeleteContentProps {
  kind: ContentKind;
  /** Null: the dialog is closed. */
  item: { id: string; version: number; title: string } | null;
  /** A sentence that says what else is deleted. */
  detail?: string;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks for confirmation and deletes an item. */
export default function DeleteContentDialog({
  kind,
  item,
  detail = '',
  onClose,
  onDeleted,
}: DeleteContentProps) {
  const words = contentWords[kind];
  const remove = useMutation(deletingContent(useQueryClient(), kind, words));
  return (
    <ConfirmDelete
      open={item !== null}
      itemName={words.one}
      description={
        `“${item?.title ?? ''}” is gone for everybody at once.${detail} ` +
        `It can be restored from the trash for ${daysInTrash} days.`
      }
      pending={remove.isPending}
      onClose={onClose}
      onConfirm={() => {
        if (!item || remove.isPending) return;
        remove.mutate(item, {
          onSuccess: () => {
            onClose();
            onDeleted?.();
          },
          onError: (error) => {
            if (isStale(error)) onClose();
          },
        });
      }}
    />
  );
}
