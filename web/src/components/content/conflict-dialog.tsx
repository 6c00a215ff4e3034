import { lazy, Suspense } from 'react';
import type { FieldValues } from 'react-hook-form';
import type ContentConflictDialog from './content-conflict-dialog';
import type { ContentConflictDialogProps } from './content-conflict-dialog';

const LazyDialog = lazy(
  () => import('./content-conflict-dialog'),
) as unknown as typeof ContentConflictDialog;

/** Loads and shows the dialog with both versions of an item. */
export const ConflictDialog = <In extends FieldValues>(props: ContentConflictDialogProps<In>) => (
  <Suspense>
    <LazyDialog {...props} />
  </Suspense>
);
