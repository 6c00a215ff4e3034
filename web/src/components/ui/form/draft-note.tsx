import { lazy, Suspense } from 'react';
import type { FormDraft } from '../../../lib/forms/use-draft';

const OfferedDraft = lazy(() => import('./offered-draft'));

/** Offers what was typed in this form the last time and never saved; its place is kept until its code is there. */
export function DraftNote({ draft }: { draft: FormDraft }) {
  const { offered } = draft;
  return (
    <Suspense fallback={<div className="h-13 max-sm:h-20" />}>
      {offered && <OfferedDraft {...draft} offered={offered} />}
    </Suspense>
  );
}
