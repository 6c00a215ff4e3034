import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { DonationImport, UndoPreview } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { Confirm } from '../../../components/ui/overlay/dialog';
import { SkeletonLines } from '../../../components/ui/skeleton';
import { explain } from '../../../lib/api';
import { formatCount, plural } from '../../../lib/format';
import { useChangeImport } from './change-import';
import { undoPreviewQuery } from './queries';

/** Says what an undo would void, and runs it. */
export default function UndoDialog({
  done,
  onClose,
}: {
  done: DonationImport;
  onClose: () => void;
}) {
  const { data: preview, error } = useQuery(undoPreviewQuery(done.id));
  const change = useChangeImport(done.id);
  const [changed, setChanged] = useState<'restore' | 'keep'>();
  const byHand = preview?.changed.filter((donation) => donation.byHand) ?? [];
  const putBack = preview?.changed.filter((donation) => !donation.byHand) ?? [];
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title="Undo this import?"
      description={
        <>
          {error && <p>{explain(error)}</p>}
          {!error && !preview && <SkeletonLines lines={2} />}
          {!error && preview && (
            <>
              <UndoneGifts preview={preview} />
              {putBack.length > 0 && (
                <>
                  <p className="mt-2">Changed by the import, and put back as they were:</p>
                  <ChangedGifts gifts={putBack} />
                </>
              )}
              {byHand.length > 0 && (
                <fieldset className="mt-2">
                  <legend>Changed by the import, and by hand since:</legend>
                  <ChangedGifts gifts={byHand} />
                  {(
                    [
                      ['keep', 'Leave them as they are now'],
                      ['restore', 'Put them back as they were before the import'],
                    ] as const
                  ).map(([value, text]) => (
                    <label key={value} className="mt-1.5 flex items-center gap-2 text-ink">
                      <input
                        type="radio"
                        name="changed"
                        value={value}
                        checked={changed === value}
                        onChange={() => setChanged(value)}
                      />
                      {text}
                    </label>
                  ))}
                </fieldset>
              )}
            </>
          )}
        </>
      }
      confirm={preview ? `Undo ${formatUsd(fromDecimal(preview.amount))}` : 'Undo'}
      pending={change.isPending || !preview}
      disabled={byHand.length > 0 && !changed}
      pendingLabel="Undoing…"
      onConfirm={() => change.mutate({ kind: 'undo', changed }, { onSettled: onClose })}
    />
  );
}

/** The donations that the undo voids, and the guests that it removes. */
function UndoneGifts({ preview }: { preview: UndoPreview }) {
  return (
    <>
      <p>
        This voids{' '}
        <strong className="font-semibold text-ink">{plural(preview.donations, 'donation')}</strong>,
        together{' '}
        <strong className="font-semibold text-ink">{formatUsd(fromDecimal(preview.amount))}</strong>
        . Both the import and its undoing stay in the history, and the file can be imported again.
      </p>
      {preview.alreadyVoided > 0 && (
        <p className="mt-2">
          {plural(preview.alreadyVoided, 'donation')} of it were deleted before and stay deleted.
        </p>
      )}
      {preview.corrected.length > 0 && (
        <>
          <p className="mt-2">Corrected since, and voided too:</p>
          <ul className="mt-1 max-h-40 list-disc overflow-y-auto pl-5">
            {preview.corrected.map((donation) => (
              <li key={donation.donationId}>
                {donation.donorName}: {formatUsd(fromDecimal(donation.importedAmount))} →{' '}
                {formatUsd(fromDecimal(donation.currentAmount))}
              </li>
            ))}
          </ul>
        </>
      )}
      {preview.guests.length > 0 && (
        <p className="mt-2 break-words">
          {plural(preview.guests.length, 'guest')} that only this import made{' '}
          {preview.guests.length === 1 ? 'goes' : 'go'} with it:{' '}
          {preview.guests
            .slice(0, 20)
            .map(({ name }) => name)
            .join(', ')}
          {preview.guests.length > 20 && ` and ${formatCount(preview.guests.length - 20)} more`}.
        </p>
      )}
    </>
  );
}

function ChangedGifts({ gifts }: { gifts: UndoPreview['changed'] }) {
  return (
    <ul className="mt-1 max-h-40 list-disc overflow-y-auto pl-5">
      {gifts.map((gift) => (
        <li key={gift.donationId}>
          {gift.donorName}:{' '}
          {gift.currentAmount === null ? 'deleted' : formatUsd(fromDecimal(gift.currentAmount))}
          {' → '}
          {formatUsd(fromDecimal(gift.beforeAmount))}
        </li>
      ))}
    </ul>
  );
}
