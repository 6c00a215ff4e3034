import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import { FileSpreadsheet } from 'lucide-react';
import type { DonationImport } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { Button, buttonClass } from '../../components/ui/button';
import { Page } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { SkeletonLines } from '../../components/ui/skeleton';
import { EmptyState, ErrorState } from '../../components/ui/states';
import { Steps } from '../../components/ui/steps';
import { CheckStep } from '../../features/giving/import/questions/check-step';
import { ControlCard } from '../../features/giving/import/control-card';
import { DeleteDraft } from '../../features/giving/import/upload/delete-draft';
import { MappingCard } from '../../features/giving/import/reading/mapping-card';
import { ReceiptCard, RunningCard } from '../../features/giving/import/outcome-card';
import { isRunning } from '../../features/giving/import/queries';
import { ReadingCard } from '../../features/giving/import/reading/reading-card';
import { ReviewGrid } from '../../features/giving/import/rows/review-grid';
import { canChange, openRows } from '../../features/giving/import/rows/rows-filter';
import { StatusBadge } from '../../features/giving/import/status-badge';
import { ImportSummary } from '../../features/giving/import/summary';
import { useImport } from '../../features/giving/import/use-import';
import { rowFilters } from '../../features/giving/import/vocabulary';
import { ApiError } from '../../lib/api';
import { usePhone } from '../../lib/browser/use-media';
import { plural } from '../../lib/format';

const route = getRouteApi('/admin/donation-imports/$id');

export const Route = createLazyRoute('/admin/donation-imports/$id')({
  component: DonationImportPage,
});

const steps = ['Choose a file', 'Name the columns', 'Review and fix', 'Done'] as const;
const stepOf = (draft: DonationImport, isRemapping: boolean) => {
  if (draft.status === 'needs_mapping' || isRemapping) return 1;
  return draft.status === 'ready' || draft.status === 'failed' ? 2 : 3;
};

const draftDescription = 'Nothing is recorded until you say so.';
const descriptions: Record<DonationImport['status'], string> = {
  needs_mapping: draftDescription,
  ready: draftDescription,
  failed: draftDescription,
  committing: 'It goes on by itself.',
  committed: 'Recorded at once, as one import. It can be undone as a whole at any time.',
  undoing: 'It goes on by itself.',
  undone: 'Voided as a whole. Both the import and its undoing stay in the history.',
};

/** The page of one import: the next decision of the user, or the receipt. */
function DonationImportPage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useImport(id);
  const [isRemapping, setRemapping] = useState(false);
  useRefreshWhenDone(data);
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <Page>
      <PageHeader
        title={data?.fileName ?? 'Import Donations'}
        breadcrumb={
          <span className="flex items-center gap-3">
            <Link
              to="/admin/donation-imports"
              className="text-accent underline-offset-4 hover:underline"
            >
              Import Donations
            </Link>
            {data && <StatusBadge status={data.status} />}
          </span>
        }
        description={data && descriptions[data.status]}
      />
      {isMissing && (
        <EmptyState
          icon={FileSpreadsheet}
          title="This import does not exist."
          hint="It may belong to another church, or its address is not complete."
          action={
            <Link to="/admin/donation-imports" className={buttonClass({ variant: 'primary' })}>
              See all imports
            </Link>
          }
        />
      )}
      {!isMissing && error && !data && (
        <ErrorState
          title="This import could not be loaded."
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && <SkeletonLines />}
      {!isMissing && data && (
        <>
          <StepsOfImport current={stepOf(data, isRemapping)} />
          <Outcome key={data.id} donationImport={data} />
          <Step draft={data} isRemapping={isRemapping} onRemap={setRemapping} />
          {descriptions[data.status] === draftDescription && <DeleteDraft draft={data} />}
        </>
      )}
    </Page>
  );
}

/**
 * Shows the current step of the import. After a step, it moves the focus to the top of the page,
 * because the button that was pressed is gone.
 */
function StepsOfImport({ current }: { current: number }) {
  const place = useRef<HTMLDivElement>(null);
  const shownStep = useRef(current);
  useEffect(() => {
    if (shownStep.current === current) return;
    shownStep.current = current;
    window.scrollTo({ top: 0 });
    place.current?.focus({ preventScroll: true });
  }, [current]);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Steps label="Steps of the import" steps={steps} current={current} />
    </div>
  );
}

/** Announces the end of an import, or of its undoing, to a screen reader. */
function Outcome({ donationImport }: { donationImport: DonationImport }) {
  const [statusOnOpening] = useState(donationImport.status);
  return (
    <p role="status" className="sr-only">
      {donationImport.status !== statusOnOpening && describeOutcome(donationImport)}
    </p>
  );
}

/** Returns what an import has recorded, or that it is undone. Empty before that. */
function describeOutcome({ status, counts, amounts }: DonationImport): string {
  if (status === 'undone') return 'This import was undone.';
  if (status !== 'committed') return '';
  const recorded = plural(counts.new, 'donation');
  return `Imported: ${recorded}, ${formatUsd(fromDecimal(amounts.new))}.`;
}

function Step({
  draft,
  isRemapping,
  onRemap,
}: {
  draft: DonationImport;
  isRemapping: boolean;
  onRemap: (isRemapping: boolean) => void;
}) {
  if (isRunning(draft.status)) return <RunningCard running={draft} />;
  if (draft.status === 'committed' || draft.status === 'undone') {
    return (
      <>
        <ReceiptCard done={draft} />
        <ImportSummary draft={draft} />
        <ControlCard draft={draft} />
        <ReviewedRows draft={draft} />
      </>
    );
  }
  if (draft.status === 'needs_mapping' || isRemapping) {
    // The meaning of the columns depends on how the file is read.
    const reading = JSON.stringify([
      draft.id,
      draft.source,
      draft.sheet,
      draft.headerRow,
      draft.encoding,
      draft.mapping?.mendText,
    ]);
    return (
      <>
        <ReadingCard key={draft.id} draft={draft} onReread={() => onRemap(true)} />
        <MappingCard key={reading} draft={draft} onRead={() => onRemap(false)} />
      </>
    );
  }
  return (
    <CheckStep draft={draft} onRemap={draft.format === 'mapped' ? () => onRemap(true) : undefined}>
      <ReviewedRows draft={draft} />
    </CheckStep>
  );
}

/**
 * The rows of the file. The address contains the filters. On a phone, they are collapsed as long as
 * rows wait for a decision, because the page shows these rows above.
 */
function ReviewedRows({ draft }: { draft: DonationImport }) {
  const { state, problem, q } = route.useSearch();
  const navigate = route.useNavigate();
  const filter = { state: rowFilters.find((known) => known === state), problem, q };
  const [isExpanded, setExpanded] = useState(Object.values(filter).some(Boolean));
  const isCollapsible = usePhone() && canChange(draft) && openRows(draft) > 0;
  return (
    <>
      {isCollapsible && (
        <Button
          className="w-full"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? 'Hide the rows' : `Show all ${plural(draft.counts.total, 'row')}`}
        </Button>
      )}
      {(isExpanded || !isCollapsible) && (
        <ReviewGrid
          draft={draft}
          filter={filter}
          onFilter={(next) =>
            void navigate({
              search: { state: next.state, problem: next.problem, q: next.q },
              replace: true,
              resetScroll: false,
            })
          }
        />
      )}
    </>
  );
}

/**
 * Refreshes all queries of giving when an import has been committed or undone, because all totals
 * may have changed.
 */
function useRefreshWhenDone(draft: DonationImport | undefined): void {
  const client = useQueryClient();
  const status = draft?.status;
  useEffect(() => {
    if (status === 'committed' || status === 'undone')
      void client.invalidateQueries({
        queryKey: ['giving'],
        predicate: ({ queryKey }) => queryKey[1] !== 'imports' || queryKey[2] === 'list',
      });
  }, [client, status]);
}
