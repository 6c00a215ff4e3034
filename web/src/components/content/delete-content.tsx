import { lazy } from 'react';
import { DialogLoader } from '../ui/overlay/dialog-loader';
import type { DeleteContentProps } from './delete-content-dialog';

const DeleteContentDialog = lazy(() => import('./delete-content-dialog'));

/** Asks for confirmation and deletes an item. The code is loaded when the dialog opens. */
export function DeleteContent(props: DeleteContentProps) {
  return (
    <DialogLoader onClose={props.onClose}>
      {props.item && <DeleteContentDialog {...props} />}
    </DialogLoader>
  );
}
