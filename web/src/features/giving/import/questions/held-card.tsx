import { Hourglass } from 'lucide-react';
import type { DonationImport, ImportRow, RepairImportRows } from '#libs/contracts';
import { Button } from '../../../../components/ui/button';
import { Card } from '../../../../components/ui/card';
import { plural } from '../../../../lib/format';
import { useChangeImport } from '../change-import';
import { ProblemRow, ProblemRows, RecordedGift, showAmount, ValueInput } from './problem-rows';

/** Rows that only a person can decide: a gift that may be here already. */
export function HeldCards({
  draft,
  problems,
}: {
  draft: DonationImport;
  problems: readonly { problem: string; count: number }[];
}) {
  const change = useChangeImport(draft.id);
  const repair = (body: RepairImportRows) => {
    change.mutate({ what: 'rows', repair: body });
  };
  const count = (problem: string) => problems.find((one) => one.problem === problem)?.count ?? 0;
  return (
    <>
      {count('held') > 0 && (
        <HeldCard
          draft={draft}
          problem="held"
          title="Is this gift here already?"
          description={
            count('held') === 1
              ? '1 row looks like a donation that was recorded before: the same giver, day and amount.'
              : `${plural(count('held'), 'row')} look like donations that were recorded before: the same giver, day and amount.`
          }
          yes="All are other gifts"
          no="All are here already"
          onRepair={repair}
        >
          {(row) => (
            <>
              <Button size="sm" onClick={() => repair({ rows: [row.row], action: 'accept' })}>
                Another gift
              </Button>
              <Button
                size="sm"
                variant="ghost"
                onClick={() => repair({ rows: [row.row], action: 'setAside' })}
              >
                The same: leave out
              </Button>
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
              yes="They are right"
              no="Set all aside"
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
                  <Button size="sm" onClick={() => repair({ rows: [row.row], action: 'accept' })}>
                    It is right
                  </Button>
                  <Button
                    size="sm"
                    variant="ghost"
                    onClick={() => repair({ rows: [row.row], action: 'setAside' })}
                  >
                    Set aside
                  </Button>
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
    description: 'Gifts in the future, or more than ten years ago, are rather a slip.',
  },
  {
    problem: 'amount',
    title: 'Are these amounts right?',
    description: 'More than a hundred times what is usual in this file.',
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
  const whole = { state: 'held' as const, problem };
  return (
    <Card
      level={3}
      icon={<Hourglass aria-hidden className="text-hold" />}
      title={title}
      description={description}
      actions={
        <>
          <Button size="sm" onClick={() => onRepair({ ...whole, action: 'accept' })}>
            {yes}
          </Button>
          <Button size="sm" onClick={() => onRepair({ ...whole, action: 'setAside' })}>
            {no}
          </Button>
        </>
      }
    >
      <ProblemRows importId={draft.id} options={whole}>
        {(row) => (
          <ProblemRow
            draft={draft}
            row={row}
            title={
              problem === 'date' || problem === 'amount'
                ? row.message
                : `Row ${row.row}: ${row.donor?.name ?? ''}, ${showAmount(row.values.amount, draft)}`
            }
            note={<RecordedGift row={row} />}
          >
            {children(row)}
          </ProblemRow>
        )}
      </ProblemRows>
    </Card>
  );
}
