import type { RowState } from '#libs/contracts';
import { rowMessage, type NameRow } from '#libs/csv';
import type { Tx } from '#libs/database';
import { toDecimal } from '#libs/money';
import { toVerdict } from '../classification/stored-verdict.js';
import { rowNamesOf, type ImportFigures } from './details.js';
import type { ImportRecord } from './import.query.sql.js';
import { countChangedRows, countProblems, countRows, listErrors } from './import-figures.sql.js';

const states = ['new', 'duplicate', 'held', 'rejected', 'setAside'] as const;

interface StateFigures {
  state: string;
  count: number;
  /** in cents */
  amount: bigint;
}

/**
 * Loads the figures of imports: those that were stored when the commit began, or else counted from
 * the rows. The number of statements does not depend on how many imports there are.
 * @returns a function that returns the figures of one of the imports
 */
export async function importFigures(
  tx: Tx,
  records: ImportRecord[],
): Promise<(record: ImportRecord) => ImportFigures> {
  const toCount = records.filter((record) => storedFigures(record) === null);
  const counted = await countFigures(tx, toCount);
  return (record) => storedFigures(record) ?? counted.get(record.id)!;
}

/**
 * Whether the rows of an import can change: before its commit begins, and after a failed commit.
 */
const storedFigures = ({ status, figures }: ImportRecord): ImportFigures | null =>
  status === 'needs_mapping' || status === 'ready' || status === 'failed' ? null : figures;

async function countFigures(tx: Tx, records: ImportRecord[]): Promise<Map<string, ImportFigures>> {
  if (records.length === 0) return new Map();
  const imports = records.map(({ id }) => id);
  const rows = Map.groupBy(await countRows(tx, { imports }), ({ importId }) => importId);
  const errors = Map.groupBy(await listErrors(tx, { imports }), ({ importId }) => importId);
  const problems = Map.groupBy(await countProblems(tx, { imports }), ({ importId }) => importId);
  const changed = new Map(
    (await countChangedRows(tx, { imports })).map(({ importId, count }) => [importId, count]),
  );
  const figuresOf = ({ id: importId, details }: ImportRecord): ImportFigures => {
    const nameRow = rowNamesOf(details);
    const problemsOf = (state: RowState) =>
      (problems.get(importId) ?? [])
        .filter((problem) => problem.state === state)
        .map(({ problem, count }) => ({ problem, count }));
    return {
      ...sums(rows.get(importId) ?? []),
      problems: { rejected: problemsOf('rejected'), held: problemsOf('held') },
      errors: (errors.get(importId) ?? []).map((row) => toError(row, nameRow)),
      repaired: changed.get(importId) ?? 0,
    };
  };
  return new Map(records.map((record) => [record.id, figuresOf(record)]));
}

type ErrorRow = Awaited<ReturnType<typeof listErrors>>[number];

function toError(row: ErrorRow, nameRow: NameRow): ImportFigures['errors'][number] {
  const verdict = toVerdict(row);
  const message = verdict ? rowMessage(row.row, verdict, nameRow) : row.message;
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
