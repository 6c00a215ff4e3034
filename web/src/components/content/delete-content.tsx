import { lazy, Suspense } from 'react';
import type { DeleteContentProps } from './delete-content-dialog';

const DeleteContentDialog = lazy(() => import('./delete-content-dialog'));

/** Asks before one thing is deleted, and deletes it; its code comes when it is asked. */
export function DeleteContent(props: DeleteContentProps) {
  return <Suspense>{props.item && <DeleteContentDialog {...props} />}</Suspense>;
}
