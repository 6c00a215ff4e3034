import { lazy } from 'react';
import { DialogLoader } from './dialog-loader';

const Confirm = lazy(() => import('./dialog').then((module) => ({ default: module.Confirm })));

export interface ConfirmDeleteProps {
  open: boolean;
  /** `event`, `3 sermons` */
  itemName: string;
  description: string;
  pending: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before content is deleted. The code of the dialog is loaded when it opens. */
export function ConfirmDelete({
  open,
  itemName,
  description,
  pending,
  onClose,
  onConfirm,
}: ConfirmDeleteProps) {
  if (!open) return null;
  return (
    <DialogLoader onClose={onClose}>
      <Confirm
        open
        onOpenChange={onClose}
        title={`Delete ${/^\d/.test(itemName) ? itemName : `this ${itemName}`}?`}
        description={description}
        confirm={`Delete ${itemName}`}
        pending={pending}
        pendingLabel="Deleting..."
        onConfirm={onConfirm}
      />
    </DialogLoader>
  );
}
