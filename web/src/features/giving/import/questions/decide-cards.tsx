import { CircleDollarSign, CircleQuestionMark, RefreshCcw, Undo2 } from 'lucide-react';
import type { DonationImport, ImportRow, RepairImportRows } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { Button } from '../../../../components/ui/button';
import { Card } from '../../../../components/ui/card';
import { plural } from '../../../../lib/format';
import { useChangeImport } from '../change-import';
import { DollarsForm } from './dollars-form';
import { ProblemRow, ProblemRows, RecordedGift, RowButton } from './problem-rows';

type Repair = (body: RepairImportRows) => void;
const usd = (amount: string) => formatUsd(fromDecimal(amount));

interface Kind {
  problems: readonly string[];
  icon: React.ReactNode;
  title: string;
  description: string;
  /** An action for all rows at once. */
  all?: { label: string; action: RepairImportRows['action'] };
  acts: (row: ImportRow, repair: Repair) => React.ReactNode;
}

const leaveOut = (row: ImportRow, repair: Repair, label = 'Skip it') => (
  <RowButton
    row={row}
    variant="ghost"
    onClick={() => repair({ rows: [row.row], action: 'setAside' })}
  >
    {label}
  </RowButton>
);

const kinds: readonly Kind[] = [
  {
    problems: ['refund'],
    icon: <Undo2 aria-hidden className="text-hold" />,
    title: 'Refunds',
    description:
      'Each of these rows refunds a gift, all of it or a part. The gift keeps its ' +
      'history, with this import as the reason. If you are not sure, skip them: the ' +
      'gifts stay as they are, and you can import the rows later.',
    all: { label: 'Yes to all that were found', action: 'accept' },
    acts: (row, repair) => (
      <>
        {row.proposal && (
          <RowButton row={row} onClick={() => repair({ rows: [row.row], action: 'accept' })}>
            {row.proposal.amount === null
              ? 'Yes, delete the gift'
              : `Yes, it becomes ${usd(row.proposal.amount)}`}
          </RowButton>
        )}
        {leaveOut(row, repair)}
      </>
    ),
  },
  {
    problems: ['changed'],
    icon: <RefreshCcw aria-hidden className="text-hold" />,
    title: 'Recorded already, and different now',
    description:
      'These transactions are recorded with another amount or fund than the file has ' +
      'now. If you are not sure, skip them: what is recorded stays as it is.',
    all: { label: 'Correct all of them', action: 'correct' },
    acts: (row, repair) => (
      <>
        {row.proposal && (
          <RowButton row={row} onClick={() => repair({ rows: [row.row], action: 'correct' })}>
            {row.proposal.amount === null
              ? 'Delete the gift'
              : `Correct it to ${usd(row.proposal.amount)}`}
          </RowButton>
        )}
        <RowButton row={row} onClick={() => repair({ rows: [row.row], action: 'accept' })}>
          Another gift
        </RowButton>
        {leaveOut(row, repair, 'Skip it')}
      </>
    ),
  },
  {
    problems: ['status', 'type', 'test', 'direction'],
    icon: <CircleQuestionMark aria-hidden className="text-hold" />,
    title: 'Are these gifts?',
    description:
      'The file isn’t clear about these rows. If you are not sure, skip them: you can ' +
      'import them later.',
    acts: (row, repair) => (
      <>
        <RowButton row={row} onClick={() => repair({ rows: [row.row], action: 'accept' })}>
          A gift
        </RowButton>
        {leaveOut(row, repair, 'Not a gift')}
      </>
    ),
  },
  {
    problems: ['currency'],
    icon: <CircleDollarSign aria-hidden className="text-hold" />,
    title: 'Amounts in another currency',
    description:
      'All donations are in US dollars. Enter what arrived in your account for each of ' +
      'these rows. If you are not sure, skip them: you can import them later.',
    acts: (row, repair) => (
      <>
        <DollarsForm row={row} repair={repair} />
        {leaveOut(row, repair, 'Not a gift')}
      </>
    ),
  },
];

/** Returns the buttons for a row whose meaning the user must decide; null for other rows. */
export const decisionButtons = (row: ImportRow, repair: Repair) =>
  kinds
    .find(({ problems }) => row.state === 'held' && problems.includes(row.problem ?? ''))
    ?.acts(row, repair) ?? null;

/**
 * Rows whose meaning the user must decide: refunds, changed donations, and rows that may be no
 * donations.
 */
export function DecideCards({ draft }: { draft: DonationImport }) {
  const change = useChangeImport(draft.id);
  const repair: Repair = (body) => change.mutate({ kind: 'rows', repair: body });
  return kinds.flatMap((kind) =>
    kind.problems.map((problem) => {
      const count = draft.problems.held.find((entry) => entry.problem === problem)?.count ?? 0;
      return count === 0 ? null : (
        <DecideCard
          key={problem}
          draft={draft}
          kind={kind}
          problem={problem}
          count={count}
          repair={repair}
        />
      );
    }),
  );
}

interface DecideCardProps {
  draft: DonationImport;
  kind: Kind;
  problem: string;
  count: number;
  repair: Repair;
}

function DecideCard({
  draft,
  kind: { icon, title, description, all, acts },
  problem,
  count,
  repair,
}: DecideCardProps) {
  const allRows = { state: 'held' as const, problem };
  return (
    <Card
      level={3}
      icon={icon}
      title={title}
      description={`${plural(count, 'row')}. ${description}`}
      actions={
        <>
          {all && count > 1 && (
            <Button
              size="sm"
              aria-label={`${all.label}: ${title}`}
              onClick={() => repair({ ...allRows, action: all.action })}
            >
              {all.label}
            </Button>
          )}
          {count > 1 && (
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Skip all: ${title}`}
              onClick={() => repair({ ...allRows, action: 'setAside' })}
            >
              Skip all
            </Button>
          )}
        </>
      }
    >
      <ProblemRows importId={draft.id} label={title} options={allRows}>
        {(row) => (
          <ProblemRow row={row} title={row.message} note={<RecordedGift row={row} />}>
            {acts(row, repair)}
          </ProblemRow>
        )}
      </ProblemRows>
    </Card>
  );
}
