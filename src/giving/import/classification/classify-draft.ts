import { columnOf, type Tx } from '#libs/database';
import { fullPace, type Pace } from '#libs/http';
import { today } from '../../../tenancy/index.js';
import { nameKey } from '../../donor/donors.js';
import { setRowByRowJoins } from '../planner.sql.js';
import { rowDonationId } from '../row-donation-id.js';
import { classifyRow } from './classify.js';
import type { Draft } from './draft.js';
import { findExtent, findSameFile } from './facts.sql.js';
import { loadFacts, type FileFacts, type Range } from './load-facts.js';
import { loadRefunds } from './load-refunds.js';
import { loadSimilar } from './load-similar.js';
import type { Decision, RowFacts, RowToClassify } from './row-facts.js';
import { listRefundRows, listRows, storeVerdicts, type StoredRow } from './rows.sql.js';
import { issuesOf, nameOf, namesGiver, toColumns, type VerdictColumns } from './stored-verdict.js';
import { usualLimits, type UsualValues } from './unusual.js';

/**
 * Rows whose facts are loaded together. Each statement looks at the whole draft, so that there
 * should be few ranges.
 */
const factsAtOnce = 200_000;
/** Rows that are classified together. */
const classifiedTogether = { small: 100, large: 500 };

/**
 * Derives the verdict of every row of a draft from what it says, from what users decided, from the
 * books and from the rest of the file, and stores the verdicts that changed. The only place that
 * stores verdicts of existing rows.
 * @param pace `foregroundCalls` while a file is read, so that the requests of other users are
 *   answered first; `fullPace` for an edit, and for a commit, which holds the lock of the church
 * @returns how many verdicts changed
 */
export async function classifyDraft(tx: Tx, draft: Draft, pace: Pace = fullPace): Promise<number> {
  const [extent] = await findExtent(tx, { importId: draft.id });
  if (!extent || extent.last === null) return 0;
  const { last, hasNumbers, hasRefunds, median } = extent;
  const [sameFile] = await findSameFile(tx, { importId: draft.id, fileHash: draft.fileHash });
  const usual: UsualValues = { today: await today(tx, tx.organizationId!), median };
  await setRowByRowJoins(tx, { setting: 'off' });
  const work: Work = {
    pace,
    hasNumbers: hasNumbers ?? false,
    sameFile: sameFile?.id ?? null,
    similar: await loadSimilar(tx, draft),
    usual,
  };
  let changed = 0;
  for (let from = 1; from <= last; from += factsAtOnce) {
    const until = Math.min(last, from + factsAtOnce - 1);
    changed += await classifyRange(tx, draft, work, { from, until });
  }
  if (hasRefunds) changed += await classifyRefunds(tx, draft, work);
  await setRowByRowJoins(tx, { setting: 'on' });
  return changed;
}

/** The facts that are the same for all rows of the file, and the pace of the classification. */
interface Work extends FileFacts {
  pace: Pace;
}

async function classifyRange(tx: Tx, draft: Draft, work: Work, range: Range): Promise<number> {
  const factsByRow = await loadFacts(tx, draft, work, range);
  const withFacts = [...factsByRow.keys()].sort((a, b) => a - b);
  const limits = usualLimits(work.usual);
  let changed = 0;
  let after = range.from - 1;
  for (let next = 0, isLast = false; !isLast;) {
    const rowsAtOnce = await work.pace.nextStep(classifiedTogether);
    const rows = await listRows(tx, {
      importId: draft.id,
      after,
      until: range.until,
      rows: withFacts.slice(next, next + rowsAtOnce),
      limit: rowsAtOnce,
      isAll: work.sameFile !== null,
      usualFrom: limits.from,
      usualUntil: limits.until,
      usualAmount: limits.amount,
    });
    changed += await store(tx, draft, rows, (row) => ({
      ...plainFacts(draft, work, row),
      ...factsByRow.get(row),
    }));
    isLast = rows.length < rowsAtOnce;
    after = rows.at(-1)?.row ?? range.until;
    while (next < withFacts.length && withFacts[next]! <= after) next++;
  }
  return changed;
}

async function classifyRefunds(tx: Tx, draft: Draft, file: FileFacts): Promise<number> {
  const rows = await listRefundRows(tx, { importId: draft.id });
  const refunds = await loadRefunds(tx, draft, rows);
  return store(tx, draft, rows, (row) => ({
    ...plainFacts(draft, file, row),
    refund: refunds.get(row) ?? null,
  }));
}

/** The facts of a row about which neither the books nor the rest of the file say anything. */
const plainFacts = (draft: Draft, { sameFile, usual }: FileFacts, row: number): RowFacts => ({
  isTemplate: draft.isTemplate,
  numbers: draft.numbers,
  sameFile: sameFile && rowDonationId(sameFile, row),
  own: null,
  recorded: [],
  hasRowPerFund: draft.hasRowPerFund,
  part: 1,
  earlierRow: null,
  similar: null,
  refund: null,
  usual,
});

/** Classifies rows and stores the verdicts that differ from the stored ones. @returns how many */
async function store(
  tx: Tx,
  draft: Draft,
  rows: StoredRow[],
  factsOf: (row: number) => RowFacts,
): Promise<number> {
  const changed: { row: number; verdict: VerdictColumns }[] = [];
  for (const row of rows) {
    const verdict = toColumns(classifyRow(toRow(row), factsOf(row.row)));
    if (!isSame(verdict, row)) changed.push({ row: row.row, verdict });
  }
  if (changed.length === 0) return 0;
  const verdicts = changed.map(({ verdict }) => verdict);
  const column = <Name extends keyof VerdictColumns>(name: Name) => columnOf(verdicts, name);
  await storeVerdicts(tx, {
    importId: draft.id,
    rows: changed.map(({ row }) => row),
    states: column('state'),
    reasons: column('reason'),
    problems: column('problem'),
    matchingDonations: column('matchingDonation'),
    matchingRows: column('matchingRow'),
    matchingGivers: column('matchingGiver'),
    matchingKinds: column('matchingKind'),
    matchingDates: column('matchingDate'),
    matchingChangedBy: column('matchingChangedBy'),
    matchingChangedOn: column('matchingChangedOn'),
    proposedActions: column('proposedAction'),
    proposedAmounts: column('proposedAmount'),
    proposedForVersions: column('proposedForVersion'),
  });
  return changed.length;
}

const isSame = (first: VerdictColumns, second: VerdictColumns): boolean =>
  (Object.keys(first) as (keyof VerdictColumns)[]).every((name) => first[name] === second[name]);

/** A stored row as `classifyRow` takes it. */
export function toRow(row: StoredRow): RowToClassify {
  return {
    row: row.row,
    says: row.readsAs!,
    field: row.wordField,
    word: row.word ?? '',
    issues: issuesOf(row),
    namesGiver: namesGiver(row),
    giverQuestion: row.giverQuestion,
    giverName: nameOf(row),
    giverEmail: row.email,
    giverHint: row.giverHint,
    date: row.date,
    amount: row.amount,
    gross: row.gross ?? 0n,
    refunded: row.refunded ?? 0n,
    fund: nameKey(row.campaign ?? ''),
    fileFund: nameKey(row.fileFund ?? row.campaign ?? ''),
    decision: toDecision(row),
    isSure: row.confirmedByUser,
  };
}

function toDecision(row: StoredRow): Decision | null {
  if (row.decision === null) return null;
  return {
    kind: row.decision,
    gift: toDecidedGift(row),
    amount: row.decisionAction === 'correct' ? row.decisionAmount : null,
    version: row.decisionVersion,
  };
}

/** Returns the other gift to which a decision refers: a recorded donation or a row of the file. */
function toDecidedGift({ decisionDonation, decisionRow }: StoredRow): Decision['gift'] {
  if (decisionDonation !== null) return { donationId: decisionDonation };
  return decisionRow === null ? null : { row: decisionRow };
}
