import { History } from 'lucide-react';
import { formatMoment, formatRelative } from '../../../lib/format';
import type { Draft } from '../../../lib/forms/drafts';
import type { FormDraft } from '../../../lib/forms/use-draft';
import { Button } from '../button';

/** The draft that was typed in this form and never saved. */
export default function OfferedDraft({ offered, restore, drop }: FormDraft & { offered: Draft }) {
  return (
    <div
      role="status"
      className={
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md ' +
        'bg-hold-soft px-3 py-2.5'
      }
    >
      <p className="flex min-w-0 items-start gap-2 text-hold">
        <History aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>
          You left a draft here{' '}
          <span title={formatMoment(offered.at)}>{formatRelative(offered.at)}</span>.
        </span>
      </p>
      <div className="flex gap-2">
        <Button size="sm" onClick={restore}>
          Restore draft
        </Button>
        <Button size="sm" variant="ghost" onClick={drop}>
          Discard draft
        </Button>
      </div>
    </div>
  );
}
