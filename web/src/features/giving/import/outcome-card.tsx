import { lazy, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { CircleCheck, Undo2 } from 'lucide-react';
import type { DonationImport } from '#libs/contracts';
import { Button, buttonClass } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { Money } from '../../../components/ui/money';
import { DialogLoader } from '../../../components/ui/overlay/dialog-loader';
import { Progress } from '../../../components/ui/progress';
import { formatCount, formatMoment, plural } from '../../../lib/format';

const UndoDialog = lazy(() => import('./undo-dialog'));

/** The progress while an import is committed or undone. The user may leave the page. */
export function RunningCard({ running }: { running: DonationImport }) {
  const { done, total } = running.progress ?? { done: 0, total: 0 };
  const isUndo = running.status === 'undoing';
  return (
    <Card
      title={isUndo ? 'Undoing the import' : 'Importing'}
      description={
        'This goes on if you leave the page. Nobody sees any of it before all of it is ' + 'there.'
      }
    >
      <div role="status" className="space-y-2">
        <Progress
          value={total === 0 ? 0 : (done / total) * 100}
          label={isUndo ? 'Undoing' : 'Importing'}
          valueText={`${formatCount(done)} of ${plural(total, 'row')}`}
        />
        <p className="text-grid text-ink-2 tabular-nums">
          {formatCount(done)} of {plural(total, 'row')}
        </p>
      </div>
    </Card>
  );
}

/** The receipt of an import, with the button to undo it. */
export function ReceiptCard({ done }: { done: DonationImport }) {
  const [isUndoDialogOpen, setUndoDialogOpen] = useState(false);
  const isUndone = done.status === 'undone';
  return (
    <Card
      icon={
        isUndone ? (
          <Undo2 aria-hidden className="text-ink-2" />
        ) : (
          <CircleCheck aria-hidden className="text-good" />
        )
      }
      title={isUndone ? 'This import was undone' : 'Imported'}
      footer={
        <>
          <Link to="/admin/church-ledger" className={buttonClass()}>
            Open the ledger
          </Link>
          {!isUndone && (
            <Button variant="quietDanger" onClick={() => setUndoDialogOpen(true)}>
              <Undo2 aria-hidden className="size-4" />
              Undo this import
            </Button>
          )}
        </>
      }
    >
      <p className="text-lead font-semibold tabular-nums">
        <Money amount={done.amounts.new} figure />
      </p>
      <p className="mt-1 text-ink-2">
        {plural(done.counts.new, 'donation')} from {done.fileName}
        {done.committedAt && `, ${formatMoment(done.committedAt)}`}, by {done.createdBy.name}.
        {isUndone &&
          done.undoneAt &&
          ` Undone ${formatMoment(done.undoneAt)}; the file can be imported again.`}
      </p>
      {done.message && <p className="mt-2 text-bad">{done.message}</p>}
      <DialogLoader onClose={() => setUndoDialogOpen(false)}>
        {isUndoDialogOpen && <UndoDialog done={done} onClose={() => setUndoDialogOpen(false)} />}
      </DialogLoader>
    </Card>
  );
}
