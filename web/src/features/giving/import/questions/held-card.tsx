import { Hourglass } from 'lucide-react';
import type { DonationImport, ImportRow, RepairImportRows } from '#libs/contracts';
import { Button } from '../../../../components/ui/button';
import { Card } from '../../../../components/ui/card';
import { plural } from '../../../../lib/format';
import { useChangeImport } from '../change-import';
import { ProblemRow, ProblemRows, RecordedGift, RowButton, ValueInput } from './problem-rows';

/** Rows that only a user can decide: possible duplicates, and unusual dates and amounts. */
export function HeldCards({
  draft,
  problems,
}: {
  draft: DonationImport;
  problems: readonly { problem: string; count: number }[];
}) {
  const change = useChangeImport(draft.id);
  const repair = (body: RepairImportRows) => {
    change.mutate({ kind: 'rows', repair: body });
  };
  const count = (problem: string) =>
    problems.find((entry) => entry.problem === problem)?.count ?? 0;
  return (
    <>
      {count('held') > 0 && (
        <HeldCard
          draft={draft}
          problem="held"
          title="Is this a duplicate?"
          description={
            `${plural(count('held'), 'row')}. They look like gifts that are recorded ` +
            'already, or like other rows of this file; each row says why. If you are not ' +
            'sure, skip them: nothing is recorded twice, and you can import them later.'
          }
          yes="No, all are other gifts"
          no="Yes, skip all"
          onRepair={repair}
        >
          {(row) => (
            <>
              <RowButton row={row} onClick={() => repair({ rows: [row.row], action: 'accept' })}>
                Another gift
              </RowButton>
              <RowButton
                row={row}
                variant="ghost"
                onClick={() => repair({ rows: [row.row], action: 'setAside' })}
              >
                Yes, skip it
              </RowButton>
            </>
          )}
        </HeldCard>
      )}
      {unlikely.map(
        ({ problem, title, description }) =>
          count(problem) > 0 && (
            <HeldCard
              key={problem}
              draft={draft}
              problem={problem}
              title={title}
              description={`${plural(count(problem), 'row')}. ${description}`}
              yes="Yes, all correct"
              no="Skip all"
              onRepair={repair}
            >
              {(row) => (
                <>
                  <ValueInput
                    row={row}
                    field={problem}
                    onSave={(field, value) =>
                      repair({ rows: [row.row], action: 'set', values: { [field]: value } })
                    }
                  />
                  <RowButton
                    row={row}
                    onClick={() => repair({ rows: [row.row], action: 'accept' })}
                  >
                    Yes, correct
                  </RowButton>
                  <RowButton
                    row={row}
                    variant="ghost"
                    onClick={() => repair({ rows: [row.row], action: 'setAside' })}
                  >
                    Skip this row
                  </RowButton>
                </>
              )}
            </HeldCard>
          ),
      )}
    </>
  );
}

const unlikely = [
  {
    problem: 'date',
    title: 'Are these dates right?',
    description:
      'These dates are in the future or over ten years old. Typo? If you are not sure, ' +
      'skip them: you can import them later.',
  },
  {
    problem: 'amount',
    title: 'Are these amounts right?',
    description:
      'These are more than a hundred times what is usual in this file. Typo? If you are ' +
      'not sure, skip them: you can import them later.',
  },
] as const;

interface HeldCardProps {
  draft: DonationImport;
  problem: 'held' | 'date' | 'amount';
  title: string;
  description: string;
  yes: string;
  no: string;
  onRepair: (body: RepairImportRows) => void;
  children: (row: ImportRow) => React.ReactNode;
}

function HeldCard({
  draft,
  problem,
  title,
  description,
  yes,
  no,
  onRepair,
  children,
}: HeldCardProps) {
  const allRows = { state: 'held' as const, problem };
  return (
    <Card
      level={3}
      icon={<Hourglass aria-hidden className="text-hold" />}
      title={title}
      description={description}
      actions={
        <>
          <Button
            size="sm"
            aria-label={`${yes}: ${title}`}
            onClick={() => onRepair({ ...allRows, action: 'accept' })}
          >
            {yes}
          </Button>
          <Button
            size="sm"
            aria-label={`${no}: ${title}`}
            onClick={() => onRepair({ ...allRows, action: 'setAside' })}
          >
            {no}
          </Button>
        </>
      }
    >
      <ProblemRows importId={draft.id} label={title} options={allRows}>
        {(row) => (
          <ProblemRow row={row} title={row.message} note={<RecordedGift row={row} />}>
            {children(row)}
          </ProblemRow>
        )}
      </ProblemRows>
    </Card>
  );
}
