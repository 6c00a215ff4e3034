import type { DonationImport, RowState } from '#libs/contracts';
import { rowMessage } from '#libs/csv';
import type { Tx } from '#libs/database';
import { toDecimal } from '#libs/money';
import { toVerdict } from '../classification/stored-verdict.js';
import { countChangedRows, countProblems, countRows, listErrors } from './import-figures.sql.js';

/** The figures of an import that are counted from its rows. */
export type ImportFigures = Pick<
  DonationImport,
  'counts' | 'amounts' | 'problems' | 'errors' | 'repaired'
>;

const states = ['new', 'duplicate', 'held', 'rejected', 'setAside'] as const;

interface StateFigures {
  state: string;
  count: number;
  /** in cents */
  amount: bigint;
}

/**
 * Counts the rows of imports. The number of statements does not depend on how many imports there are.
 * @returns a function that gives the figures of one of the imports
 */
export async function importFigures(
  tx: Tx,
  imports: string[],
): Promise<(importId: string) => ImportFigures> {
  const rows = Map.groupBy(await countRows(tx, { imports }), ({ importId }) => importId);
  const errors = Map.groupBy(await listErrors(tx, { imports }), ({ importId }) => importId);
  const problems = Map.groupBy(await countProblems(tx, { imports }), ({ importId }) => importId);
  const changed = new Map(
    (await countChangedRows(tx, { imports })).map(({ importId, count }) => [importId, count]),
  );
  return (importId) => {
    const problemsOf = (state: RowState) =>
      (problems.get(importId) ?? [])
        .filter((one) => one.state === state)
        .map(({ problem, count }) => ({ problem, count }));
    return {
      ...sums(rows.get(importId) ?? []),
      problems: { rejected: problemsOf('rejected'), held: problemsOf('held') },
      errors: (errors.get(importId) ?? []).map(toError),
      repaired: changed.get(importId) ?? 0,
    };
  };
}

type ErrorRow = Awaited<ReturnType<typeof listErrors>>[number];

function toError(row: ErrorRow): ImportFigures['errors'][number] {
  const verdict = toVerdict(row);
  const message = verdict ? rowMessage(row.row, verdict) : row.message;
  return { row: row.row, message: message ?? '' };
}

/** Counts and amounts of each state, and of all rows. */
function sums(rows: StateFigures[]): Pick<ImportFigures, 'counts' | 'amounts'> {
  const figuresOf = (state: RowState) => rows.find((row) => row.state === state);
  const counts = Object.fromEntries(states.map((state) => [state, figuresOf(state)?.count ?? 0]));
  const amounts = Object.fromEntries(
    states.map((state) => [state, toDecimal(figuresOf(state)?.amount ?? 0n)]),
  );
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  const amount = rows.reduce((sum, row) => sum + row.amount, 0n);
  return {
    counts: { total: count, ...(counts as Record<RowState, number>) },
    amounts: { total: toDecimal(amount), ...(amounts as Record<RowState, string>) },
  };
}
