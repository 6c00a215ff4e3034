import { ChevronsDown, Download, Undo2 } from 'lucide-react';
import type { DonationImport } from '#libs/contracts';
import { Button, buttonClass } from '../../../../components/ui/button';
import { rowsHref } from '../queries';
import { describeUndo } from './row-words';
import { canChange, openRows } from './rows-filter';

interface ReviewHeadProps {
  draft: DonationImport;
  /** Whether the next row is being searched for. */
  isFinding: boolean;
  onTakeBack: () => void;
  onNext: () => void;
}

/** The heading above the rows of a file, with the buttons that concern all rows. */
export function ReviewHead({ draft, isFinding, onTakeBack, onNext }: ReviewHeadProps) {
  const isDraft = canChange(draft);
  const openCount = isDraft ? openRows(draft) : 0;
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
      <div>
        <h2 id="review" className="text-card">
          {isDraft ? 'Review the rows' : 'Rows of the file'}
        </h2>
        <p className="mt-0.5 prose-width text-ink-2">How we read each row, next to the original.</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {draft.counts.setAside + draft.counts.rejected > 0 && (
          <a
            href={rowsHref(draft.id)}
            download
            className={buttonClass({ size: 'sm', variant: 'ghost' })}
          >
            <Download aria-hidden className="size-4" />
            Skipped rows
          </a>
        )}
        {isDraft && draft.undo && (
          <Button
            size="sm"
            aria-keyshortcuts="Control+Z Meta+Z"
            title="Ctrl+Z"
            onClick={onTakeBack}
          >
            <Undo2 aria-hidden className="size-4" />
            {describeUndo(draft.undo)}
          </Button>
        )}
        {openCount > 0 && (
          <Button
            size="sm"
            aria-keyshortcuts="F8"
            pending={isFinding}
            pendingLabel="Looking…"
            onClick={onNext}
          >
            <ChevronsDown aria-hidden className="size-4" />
            <span>
              Next problem<span className="touch:hidden"> (F8)</span>
            </span>
          </Button>
        )}
      </div>
    </div>
  );
}
