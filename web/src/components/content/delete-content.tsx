import { lazy, Suspense } from 'react';
import type { DeleteContentProps } from './delete-asked';

const DeleteAsked = lazy(() => import('./delete-asked'));

/** Asks before one thing is deleted, and deletes it; its code comes when it is asked. */
export function DeleteContent(props: DeleteContentProps) {
  return <Suspense>{props.item && <DeleteAsked {...props} />}</Suspense>;
}
