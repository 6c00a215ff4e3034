import { type ReactNode, useState } from 'react';
import { ArrowLeft } from 'lucide-react';
import type { DonationImport } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { ActionBar } from '../../../../components/ui/action-bar';
import { Alert } from '../../../../components/ui/alert';
import { Button } from '../../../../components/ui/button';
import { Confirm } from '../../../../components/ui/overlay/dialog';
import { plural } from '../../../../lib/format';
import { useChangeImport } from '../change-import';
import { ControlCard } from '../control-card';
import { DecideCards } from './decide-cards';
import { ErrorGroups } from './error-groups';
import { AllGivers, OpenGivers } from '../givers/givers-card';
import { HeldCards } from './held-card';
import { rowsHref } from '../queries';
import { ImportSummary } from '../summary';
import { useNextProblem } from '../use-next-problem';

/** Returns why the file cannot be imported yet; null if it can. */
function describeBlocker({ rejected, held, new: added }: DonationImport['counts']): string | null {
  if (rejected > 0)
    return (
      `Import is disabled while ${plural(rejected, 'row')} ` +
      `${rejected === 1 ? 'has an error' : 'have errors'}.`
    );
  if (held > 0) return `${plural(held, 'row')} ${held === 1 ? 'waits' : 'wait'} for your decision.`;
  return added === 0 ? 'There is nothing new in this file.' : null;
}

/**
 * The step before the commit: the preview, the errors, the decisions, and the button that records.
 */
export function CheckStep({
  draft,
  onRemap,
  children,
}: {
  draft: DonationImport;
  onRemap: (() => void) | undefined;
  /** The list of the rows of the file, shown below the questions. */
  children: ReactNode;
}) {
  const { counts, amounts, problems } = draft;
  const change = useChangeImport(draft.id);
  const problemList = useNextProblem();
  const [isSkipConfirmOpen, setSkipConfirmOpen] = useState(false);
  const amount = formatUsd(fromDecimal(amounts.new));
  // Rows that refund or correct donations are recorded too, but are no new donations.
  const changes =
    draft.control?.lines.reduce(
      (sum, { what, why, rows }) => (what === 'recorded' && why !== '' ? sum + rows : sum),
      0,
    ) ?? 0;
  const changeText = [
    counts.new > changes && plural(counts.new - changes, 'donation'),
    changes > 0 && plural(changes, 'change'),
  ]
    .filter(Boolean)
    .join(' and ');
  const isBlocked = counts.rejected > 0 || counts.held > 0 || counts.new === 0;
  return (
    <>
      {draft.message && <Alert>{draft.message}</Alert>}
      <ImportSummary draft={draft} />
      <div ref={problemList} className="empty:hidden">
        {(counts.rejected > 0 || counts.held > 0) && (
          <section aria-labelledby="to-decide" className="space-y-4">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h2 id="to-decide" className="text-card">
                Fix these first
              </h2>
              {counts.rejected > 0 && (
                <span className="flex gap-2">
                  <a
                    href={rowsHref(draft.id, 'rejected')}
                    download
                    className="self-center text-accent underline-offset-4 hover:underline"
                  >
                    Download the rows with errors
                  </a>
                  <Button size="sm" onClick={() => setSkipConfirmOpen(true)}>
                    Skip all rows with errors
                  </Button>
                </span>
              )}
            </div>
            <OpenGivers draft={draft} />
            <ErrorGroups draft={draft} problems={problems.rejected} />
            <DecideCards draft={draft} />
            <HeldCards draft={draft} problems={problems.held} />
          </section>
        )}
      </div>
      <ControlCard draft={draft} />
      {counts.new > 0 && <AllGivers draft={draft} />}
      {children}
      <ActionBar>
        <p className="min-w-0 flex-1">
          <span role="status" className="block font-medium max-sm:text-label">
            {describeBlocker(counts) ?? `${changeText}, together ${amount}.`}
          </span>
          <span className="block text-label text-ink-2 max-sm:hidden">
            All new rows are recorded at once. The import can be undone as a whole at any time.
          </span>
        </p>
        <span className="flex shrink-0 gap-2">
          {onRemap && (
            <Button onClick={onRemap}>
              <ArrowLeft aria-hidden className="size-4 sm:hidden" />
              <span className="max-sm:sr-only">Back to the columns</span>
            </Button>
          )}
          <Button
            variant="primary"
            data-record
            disabled={isBlocked}
            pending={change.isPending}
            pendingLabel="Importing..."
            onClick={() => change.mutate({ kind: 'commit' })}
          >
            <span>
              Import
              {counts.new > 0 && <span className="max-sm:sr-only"> {changeText}</span>}
            </span>
          </Button>
        </span>
      </ActionBar>
      <Confirm
        open={isSkipConfirmOpen}
        onOpenChange={setSkipConfirmOpen}
        title="Skip the rows with errors?"
        description={
          `${plural(counts.rejected, 'row')}, together ` +
          `${formatUsd(fromDecimal(amounts.rejected))}, will not be imported. You can ` +
          'download them with their reasons, fix them and import them later.'
        }
        confirm={`Skip ${plural(counts.rejected, 'row')}`}
        onConfirm={() => {
          setSkipConfirmOpen(false);
          change.mutate({ kind: 'rows', repair: { state: 'rejected', action: 'setAside' } });
        }}
      />
    </>
  );
}
