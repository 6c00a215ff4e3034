import { lazy, Suspense } from 'react';
import type { DeleteContentProps } from './delete-content-dialog';

const DeleteContentDialog = lazy(() => import('./delete-content-dialog'));

/** Asks for confirmation and deletes an item. The code is loaded when the dialog opens. */
export function DeleteContent(props: DeleteContentProps) {
  return <Suspense>{props.item && <DeleteContentDialog {...props} />}</Suspense>;
}
