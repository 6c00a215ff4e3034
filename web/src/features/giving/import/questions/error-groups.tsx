import { useState } from 'react';
import { CircleAlert } from 'lucide-react';
import type { DonationImport, ImportRow, RepairImportRows } from '#libs/contracts';
import { Button } from '../../../../components/ui/button';
import { Card } from '../../../../components/ui/card';
import { plural } from '../../../../lib/format';
import { useChangeImport } from '../change-import';
import { MethodSelect } from '../reading/method-select';
import { ProblemRow, ProblemRows, RowButton, ValueInput } from './problem-rows';
import { ReadingOffers } from './reading-offers';

/** Kinds of errors in the order in which they are best solved. */
const groups = [
  {
    problem: 'amount',
    title: 'Amounts',
    hint: 'Amounts are more than $0, with at most two decimals.',
  },
  { problem: 'date', title: 'Dates', hint: 'Dates are real days, written as YYYY-MM-DD.' },
  { problem: 'paymentMethod', title: 'Payment methods', hint: 'Choose how these gifts were made.' },
  {
    problem: 'columns',
    title: 'Rows that cannot be read',
    hint:
      'There is a comma too many or too few, or a value that cannot be read. Open a row ' +
      'to fix it, ' +
      'fix it in the file, or skip it: you can import it later.',
  },
] as const;
type Problem = (typeof groups)[number]['problem'];

/** Each kind of error with its rows, which can be corrected in place. */
export function ErrorGroups({
  draft,
  problems,
}: {
  draft: DonationImport;
  problems: readonly { problem: string; count: number }[];
}) {
  return groups.flatMap((group) => {
    const count = problems.find((entry) => entry.problem === group.problem)?.count ?? 0;
    return count > 0
      ? [<ErrorGroup key={group.problem} draft={draft} {...group} count={count} />]
      : [];
  });
}

function ErrorGroup({
  draft,
  problem,
  title,
  hint,
  count,
}: {
  draft: DonationImport;
  problem: Problem;
  title: string;
  hint: string;
  count: number;
}) {
  const change = useChangeImport(draft.id, { isAnnounced: true });
  const repair = (body: RepairImportRows) => {
    change.mutate({ kind: 'rows', repair: body });
  };
  const allRows = { state: 'rejected' as const, problem };
  const skip = count === 1 ? 'Skip this row' : 'Skip all';
  return (
    <Card
      level={3}
      icon={<CircleAlert aria-hidden className="text-bad" />}
      title={title}
      description={`${plural(count, 'row')}. ${hint}`}
      actions={
        <Button
          size="sm"
          aria-label={`${skip}: ${title}`}
          onClick={() => repair({ ...allRows, action: 'setAside' })}
        >
          {skip}
        </Button>
      }
    >
      {problem === 'paymentMethod' && count > 1 && (
        <div className="mb-2">
          <MethodForm
            label="Payment method of all these rows"
            draft={draft}
            submit={`Apply to ${plural(count, 'row')}`}
            onSubmit={(paymentMethod) =>
              repair({ ...allRows, action: 'set', values: { paymentMethod } })
            }
          />
        </div>
      )}
      <ReadingOffers draft={draft} problem={problem} />
      <ProblemRows importId={draft.id} label={title} options={allRows}>
        {(row) => <ErrorRow draft={draft} row={row} problem={problem} onRepair={repair} />}
      </ProblemRows>
    </Card>
  );
}

interface ErrorRowProps {
  draft: DonationImport;
  row: ImportRow;
  problem: Problem;
  onRepair: (body: RepairImportRows) => void;
}

function ErrorRow({ draft, row, problem, onRepair }: ErrorRowProps) {
  const set = (values: RepairImportRows['values']) =>
    onRepair({ rows: [row.row], action: 'set', values });
  return (
    <ProblemRow row={row} title={row.message}>
      {(problem === 'amount' || problem === 'date') && (
        <ValueInput row={row} field={problem} onSave={(field, value) => set({ [field]: value })} />
      )}
      {problem === 'paymentMethod' && (
        <MethodForm
          label={`Payment method for row ${row.rowName}`}
          draft={draft}
          submit="Save"
          row={row}
          onSubmit={(paymentMethod) => set({ paymentMethod })}
        />
      )}
      <RowButton
        row={row}
        variant="ghost"
        onClick={() => onRepair({ rows: [row.row], action: 'setAside' })}
      >
        Skip this row
      </RowButton>
    </ProblemRow>
  );
}

interface MethodFormProps {
  label: string;
  draft: DonationImport;
  /** The text of the button. */
  submit: string;
  /** The row whose payment method is asked; undefined if it is the one of many rows. */
  row?: ImportRow;
  onSubmit: (method: string) => void;
}

/**
 * Asks for a payment method. Only the button saves it, because the arrow keys change the value of a
 * closed select.
 */
function MethodForm({ label, draft, submit, row, onSubmit }: MethodFormProps) {
  const [method, setMethod] = useState('');
  return (
    <form
      className="flex flex-wrap gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (method !== '') onSubmit(method);
      }}
    >
      <MethodSelect
        aria-label={label}
        className="min-w-40"
        draft={draft}
        value={method}
        onChange={(event) => setMethod(event.target.value)}
      />
      <Button
        size="sm"
        type="submit"
        className="h-control"
        aria-label={row && `${submit}, row ${row.rowName}`}
        disabled={method === ''}
      >
        {submit}
      </Button>
    </form>
  );
}
