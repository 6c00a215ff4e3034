import { useQuery } from '@tanstack/react-query';
import type { DonationImport } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { Confirm } from '../../../components/dialog';
import { SkeletonLines } from '../../../components/skeleton';
import { explain } from '../../../lib/api';
import { plural } from '../../../lib/format';
import { useChangeImport } from './change-import';
import { undoPreviewQuery } from './queries';

/** Says what undoing would void, then does it. */
export default function UndoDialog({ done, onClose }: { done: DonationImport; onClose: () => void }) {
  const { data, error } = useQuery(undoPreviewQuery(done.id));
  const change = useChangeImport(done.id);
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title="Undo this import?"
      description={
        error ? (
          <p>{explain(error)}</p>
        ) : !data ? (
          <SkeletonLines lines={2} />
        ) : (
          <>
            <p>
              This voids <strong className="font-semibold text-ink">{plural(data.donations, 'donation')}</strong>, together{' '}
              <strong className="font-semibold text-ink">{formatUsd(fromDecimal(data.amount))}</strong>. Both the import and its undoing stay in the history, and the
              file can be imported again.
            </p>
            {data.alreadyVoided > 0 && <p className="mt-2">{plural(data.alreadyVoided, 'donation')} of it were deleted before and stay deleted.</p>}
            {data.corrected.length > 0 && (
              <>
                <p className="mt-2">Corrected since, and voided too:</p>
                <ul className="mt-1 max-h-40 list-disc overflow-y-auto pl-5">
                  {data.corrected.map((one) => (
                    <li key={one.donationId}>
                      {one.donorName}: {formatUsd(fromDecimal(one.importedAmount))} → {formatUsd(fromDecimal(one.currentAmount))}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        )
      }
      confirm={data ? `Undo ${formatUsd(fromDecimal(data.amount))}` : 'Undo'}
      pending={change.isPending || !data}
      pendingLabel="Undoing…"
      onConfirm={() => change.mutate({ what: 'undo' }, { onSettled: onClose })}
    />
  );
}
