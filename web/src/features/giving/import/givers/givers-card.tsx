import { type ReactNode, useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { UserPlus, UserSearch, Users } from 'lucide-react';
import type { DonationImport, ImportGiver } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { Button } from '../../../../components/ui/button';
import { Card } from '../../../../components/ui/card';
import { SkeletonLines } from '../../../../components/ui/skeleton';
import { ErrorState } from '../../../../components/ui/states';
import { plural } from '../../../../lib/format';
import { useChangeImport } from '../change-import';
import { giverLabel, type GiverAnswerInput, GiverRow } from './giver-row';
import { importGiversQuery } from '../queries';

/** The problems of rows whose giver the user must name. */
const problems = ['email', 'name', 'giver'] as const;
export const findGiverProblems = ({ problems: { rejected, held } }: DonationImport) =>
  [...rejected, ...held].filter(({ problem }) =>
    problems.some((giverProblem) => giverProblem === problem),
  );

/**
 * The givers that the user must identify. The user answers once for each giver. The answer holds
 * for all rows of the file, and is remembered for later files.
 */
export function OpenGivers({ draft }: { draft: DonationImport }) {
  const change = useChangeImport(draft.id);
  const givers = useInfiniteQuery(importGiversQuery(draft.id, true));
  const giverProblems = findGiverProblems(draft);
  if (giverProblems.length === 0) return null;
  const loaded = givers.data?.pages.flatMap((page) => page.body) ?? [];
  const rows = giverProblems.reduce((sum, { count }) => sum + count, 0);
  const answer = (chosenGivers: ImportGiver[], body: GiverAnswerInput) =>
    change.mutate({
      kind: 'givers',
      answer: { givers: chosenGivers.map(({ key }) => key), ...body },
    });
  const isProbablyUnidentified = ({ candidates: [likely] }: ImportGiver) =>
    likely?.kind === 'unidentified';
  const unidentified = loaded.filter(isProbablyUnidentified);
  const named = loaded.filter((giver) => !isProbablyUnidentified(giver));
  const setAside = () => {
    for (const { problem } of giverProblems)
      change.mutate({ kind: 'rows', repair: { problem, action: 'setAside' } });
  };
  return (
    <Card
      level={3}
      icon={<UserSearch aria-hidden className="text-hold" />}
      title="Who gave these?"
      description={
        `${plural(rows, 'row')}. Answer once for each giver; it holds for all of their ` +
        'rows, and your church will remember it. If you are not sure, skip them: you can ' +
        'import them later.'
      }
      actions={
        <>
          {unidentified.length > 0 && (
            <Button
              size="sm"
              onClick={() =>
                answer(unidentified, {
                  answer: 'guest',
                  donorId: unidentified[0]!.candidates[0]!.id,
                })
              }
            >
              {`Record ${plural(unidentified.length, 'name')} as Unidentified giver`}
            </Button>
          )}
          {(named.length > 0 || unidentified.length === 0) && (
            <Button
              size="sm"
              disabled={named.length === 0}
              onClick={() => answer(named, { answer: 'guest' })}
            >
              <UserPlus aria-hidden className="size-4" />
              {addAsGuests(named.length, givers.hasNextPage || unidentified.length > 0)}
            </Button>
          )}
          <Button size="sm" onClick={setAside}>
            Skip all
          </Button>
        </>
      }
    >
      <GiverList importId={draft.id} isOpen>
        {(giver) => <GiverRow giver={giver} onAnswer={(body) => answer([giver], body)} />}
      </GiverList>
    </Card>
  );
}

/** @param isPart whether there are further givers, whom the button does not add */
const addAsGuests = (count: number, isPart: boolean) =>
  isPart
    ? `Add ${plural(count, 'giver')} as ${count === 1 ? 'a guest' : 'guests'}`
    : 'Add all as guests';

/** All givers of the file with the donors that they were resolved to, which can be changed. */
export function AllGivers({ draft }: { draft: DonationImport }) {
  const [isShown, setShown] = useState(false);
  return (
    <Card
      title="Givers"
      icon={<Users aria-hidden className="text-ink-2" />}
      description="Who gave in this file, each once."
      actions={
        <Button size="sm" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide the givers' : 'Show the givers'}
        </Button>
      }
    >
      {isShown && <KnownGivers draft={draft} />}
    </Card>
  );
}

function KnownGivers({ draft }: { draft: DonationImport }) {
  const change = useChangeImport(draft.id);
  const [changing, setChanging] = useState<string | null>(null);
  return (
    <GiverList importId={draft.id} isOpen={false}>
      {(giver) =>
        changing === giver.key ? (
          <GiverRow
            giver={giver}
            onAnswer={(body) => {
              setChanging(null);
              change.mutate({ kind: 'givers', answer: { givers: [giver.key], ...body } });
            }}
          />
        ) : (
          <KnownGiver giver={giver} onChange={() => setChanging(giver.key)} />
        )
      }
    </GiverList>
  );
}

function KnownGiver({ giver, onChange }: { giver: ImportGiver; onChange: () => void }) {
  const { name, email, rows, amount, donor } = giver;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium break-words">
          {giverLabel(giver)}
          {donor && ` → ${donor.name}`}
          {donor?.kind === 'guest' && <span className="font-normal text-ink-2"> (guest)</span>}
        </p>
        <p className="text-label break-words text-ink-2">
          {[name && email, plural(rows, 'gift'), formatUsd(fromDecimal(amount))]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <Button size="sm" aria-label={`Change who ${giverLabel(giver)} is`} onClick={onChange}>
        Change
      </Button>
    </div>
  );
}

interface GiverListProps {
  importId: string;
  /** True for givers that the user must name; false for the others. */
  isOpen: boolean;
  children: (giver: ImportGiver) => ReactNode;
}

/** Givers by name, in pages of 100. */
function GiverList({ importId, isOpen, children }: GiverListProps) {
  const givers = useInfiniteQuery(importGiversQuery(importId, isOpen));
  if (givers.error && !givers.data)
    return (
      <ErrorState
        title="The givers could not be loaded."
        error={givers.error}
        onRetry={() => void givers.refetch()}
      />
    );
  if (!givers.data) return <SkeletonLines />;
  const loaded = givers.data.pages.flatMap((page) => page.body);
  if (loaded.length === 0) return <p className="text-ink-2">No givers so far.</p>;
  return (
    <>
      <ul className="divide-y">
        {loaded.map((giver) => (
          <li key={giver.key} data-problem-row={isOpen || undefined}>
            {children(giver)}
          </li>
        ))}
      </ul>
      {givers.hasNextPage && (
        <Button
          className="mt-3"
          size="sm"
          pending={givers.isFetchingNextPage}
          pendingLabel="Loading…"
          onClick={() => void givers.fetchNextPage()}
        >
          Show more givers
        </Button>
      )}
    </>
  );
}
