import { lazy, Suspense } from 'react';
import type { FormDraft } from '../../../lib/forms/use-draft';

const OfferedDraft = lazy(() => import('./offered-draft'));

/**
 * Offers the draft that was typed in this form and never saved. Its space is reserved while its
 * code loads.
 */
export function DraftNote({ draft }: { draft: FormDraft }) {
  const { offered } = draft;
  return (
    <Suspense fallback={<div className="h-13 max-sm:h-20" />}>
      {offered && <OfferedDraft {...draft} offered={offered} />}
    </Suspense>
  );
}
