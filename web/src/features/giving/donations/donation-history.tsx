import { useQuery } from '@tanstack/react-query';
import {
  ArrowRight,
  CircleOff,
  FileInput,
  type LucideIcon,
  Pencil,
  PlusCircle,
  RotateCcw,
  Undo2,
} from 'lucide-react';
import type { DonationChange } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { SkeletonLines } from '../../../components/ui/skeleton';
import { ErrorState } from '../../../components/ui/states';
import { cn } from '../../../lib/cn';
import { formatMoment, formatRelative } from '../../../lib/format';
import { differences } from './changes';
import { donationHistoryQuery } from './queries';

const looks: Record<DonationChange['what'], { icon: LucideIcon; word: string; tone: string }> = {
  recorded: { icon: PlusCircle, word: 'Recorded', tone: 'text-good' },
  imported: { icon: FileInput, word: 'Imported', tone: 'text-good' },
  corrected: { icon: Pencil, word: 'Corrected', tone: 'text-hold' },
  voided: { icon: CircleOff, word: 'Voided', tone: 'text-bad' },
  restored: { icon: RotateCcw, word: 'Restored', tone: 'text-good' },
  'import undone': { icon: Undo2, word: 'Import undone', tone: 'text-bad' },
};

/** The history of a donation: actor, time and reason of each change, the oldest first. */
export default function DonationHistory({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useQuery(donationHistoryQuery(id));
  if (error)
    return (
      <ErrorState
        title="The history could not be loaded."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  if (!data) return <SkeletonLines lines={3} />;
  return (
    <ol className="relative space-y-5">
      {data.map((change, index) => (
        <Entry key={change.version} change={change} last={index === data.length - 1} />
      ))}
    </ol>
  );
}

function Entry({ change, last }: { change: DonationChange; last: boolean }) {
  const { icon: Icon, word, tone } = looks[change.what];
  const changed = change.before && change.after ? differences(change.before, change.after) : [];
  return (
    <li className="relative pl-8">
      {!last && <span aria-hidden className="absolute top-6 -bottom-5 left-[9px] w-px bg-line" />}
      <Icon aria-hidden className={cn('absolute top-0.5 left-0 size-4.5 bg-surface', tone)} />
      <p className="font-medium">
        {word}
        {change.after && !change.before && (
          <span className="tabular-nums"> {formatUsd(fromDecimal(change.after.amount))}</span>
        )}
        <span className="font-normal text-ink-2"> by {change.who.name}</span>
      </p>
      <p className="text-label text-ink-2">
        <time dateTime={change.when} title={formatMoment(change.when)}>
          {formatRelative(change.when)}
        </time>
        <span aria-hidden> · </span>
        Journal no. {change.journal}
      </p>
      {changed.length > 0 && (
        <dl className="mt-2 space-y-1.5 rounded-md bg-sunken px-3 py-2 text-grid">
          {changed.map((field) => (
            <div key={field.label}>
              <dt className="text-label text-ink-2">{field.label}</dt>
              <dd className="flex flex-wrap items-center gap-x-2 tabular-nums">
                <del className="text-ink-2">{field.before}</del>
                <ArrowRight aria-label="became" className="size-3.5 text-ink-3" />
                <ins className="font-medium no-underline">{field.after}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {change.why && <p className="mt-2 border-l-2 pl-3 text-grid text-ink-2">“{change.why}”</p>}
    </li>
  );
}
