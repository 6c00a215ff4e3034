import type {
  DecidingField,
  GiverQuestion,
  NamedGift,
  OtherGift,
  ProposedChange,
  RowIssue,
  RowProblem,
  RowState,
  RowVerdict,
} from '#libs/contracts';
import type { RowSays } from '#libs/csv';
import { t, type RowOf } from '#libs/database';
import { fullName } from '../../donor/donors.js';
import { problemOf, problems, reasonOf, type StoredReason } from './row-problem.js';

/** How a row reads, without the details that `word_field`, `word` and `issues` hold. */
export type ReadsAs = RowSays['is'];

/**
 * What a user decided about a row. Each decision but `skip` holds for one gift, `accept` for one
 * proposal.
 */
export type DecisionKind = 'skip' | 'separate' | 'again' | 'accept';

/** The columns of `donation_import_row` that hold its verdict. */
export const verdictColumns = {
  state: t.textOf<RowState>(),
  reason: t.nullable(t.textOf<StoredReason>()),
  problem: t.nullable(t.textOf<RowProblem>()),
  matchingDonation: t.nullable(t.uuid),
  matchingRow: t.nullable(t.integer),
  /** the gift that is named: its giver, its day, and by whom and when it was changed by hand */
  matchingGiver: t.nullable(t.text),
  matchingKind: t.nullable(t.textOf<NamedGift['kind']>()),
  matchingDate: t.nullable(t.date),
  matchingChangedBy: t.nullable(t.text),
  matchingChangedOn: t.nullable(t.date),
  proposedAction: t.nullable(t.textOf<'correct' | 'void'>()),
  proposedAmount: t.nullable(t.bigint),
  proposedForVersion: t.nullable(t.integer),
};
export type VerdictColumns = RowOf<typeof verdictColumns>;

/**
 * The columns that a verdict quotes: what the row says, and what is open about it. Amounts in
 * cents.
 */
export const describedColumns = {
  row: t.integer,
  ...verdictColumns,
  readsAs: t.nullable(t.textOf<ReadsAs>()),
  wordField: t.nullable(t.textOf<DecidingField>()),
  word: t.nullable(t.text),
  issues: t.nullable(t.json<RowIssue[]>()),
  giver: t.nullable(t.text),
  giverQuestion: t.nullable(t.textOf<GiverQuestion>()),
  giverHint: t.nullable(t.text),
  firstName: t.nullable(t.text),
  lastName: t.nullable(t.text),
  email: t.nullable(t.text),
  amount: t.nullable(t.bigint),
  gross: t.nullable(t.bigint),
  date: t.nullable(t.date),
};
export type DescribedRow = RowOf<typeof describedColumns>;

/** The columns of `describedColumns` in SQL, of the row `r`. */
export const describedSql = `
           r.row, r.state, r.reason, r.problem, r.matching_donation, r.matching_row,
           r.matching_giver,
           r.matching_kind, r.matching_date, r.matching_changed_by, r.matching_changed_on,
           r.proposed_action, r.proposed_amount, r.proposed_for_version, r.reads_as,
           r.word_field, r.word, r.issues, r.giver, r.giver_question, r.giver_hint, r.first_name,
           r.last_name, r.email,
           r.amount, r.gross, r.date`;

const nothing: VerdictColumns = {
  state: 'new',
  reason: null,
  problem: null,
  matchingDonation: null,
  matchingRow: null,
  matchingGiver: null,
  matchingKind: null,
  matchingDate: null,
  matchingChangedBy: null,
  matchingChangedOn: null,
  proposedAction: null,
  proposedAmount: null,
  proposedForVersion: null,
};

/**
 * A verdict as the columns that store it. What it quotes of its row is in the row's other columns.
 */
export function toColumns(verdict: RowVerdict): VerdictColumns {
  if (verdict.state === 'setAside' && verdict.reason === 'skipped')
    return { ...toColumns(verdict.instead), state: 'setAside' };
  const reason = reasonOf(verdict);
  return {
    ...nothing,
    state: verdict.state,
    reason,
    problem: problemOf(verdict),
    ...('like' in verdict ? likeColumns(verdict.like) : {}),
    ...('gift' in verdict ? giftColumns(verdict.gift) : {}),
    ...('by' in verdict
      ? { matchingChangedBy: verdict.by.by, matchingChangedOn: verdict.by.on }
      : {}),
    ...('change' in verdict ? changeColumns(verdict.change) : {}),
  };
}

const likeColumns = (like: OtherGift | null) => ({
  matchingDonation: like?.donationId ?? null,
  matchingRow: like?.row ?? null,
});

const giftColumns = ({ giver, kind, date }: NamedGift) => ({
  matchingGiver: giver,
  matchingKind: kind,
  matchingDate: date,
});

function changeColumns(change: ProposedChange | null): Partial<VerdictColumns> {
  if (!change) return {};
  return {
    ...likeColumns(change.gift),
    proposedAction: change.amount === null ? 'void' : 'correct',
    proposedAmount: change.amount ?? 0n,
    proposedForVersion: change.version,
  };
}

/**
 * The verdict that a row has in the database.
 * @returns null for a row of an import from before the migration 0034, which kept a message instead
 */
export function toVerdict(row: DescribedRow): RowVerdict | null {
  if (row.readsAs === null) return null;
  if (row.state === 'setAside' && !isNoGift(row)) {
    const instead = toVerdict({ ...row, state: stateInstead(row) });
    return {
      state: 'setAside',
      reason: 'skipped',
      instead: instead as Exclude<RowVerdict, { state: 'setAside' }>,
    };
  }
  const change = toChange(row);
  switch (row.state) {
    case 'new':
      return { state: 'new', change };
    case 'rejected':
      return { state: 'rejected', issues: issuesOf(row), namesGiver: namesGiver(row) };
    case 'duplicate':
      return { state: 'duplicate', reason: row.reason, like: toLike(row)! } as RowVerdict;
    case 'setAside':
      return { state: 'setAside', reason: row.reason, ...quoted(row) } as RowVerdict;
    case 'held':
      return {
        state: 'held',
        reason: row.reason,
        ...quoted(row),
        like: toLike(row),
        ...named(row),
        ...(change ? { change } : {}),
      } as RowVerdict;
    default:
      return row.state satisfies never;
  }
}

/**
 * Whether a row that will not be recorded is no gift by its own words, and not because a user
 * skipped it.
 */
const isNoGift = ({ reason, readsAs }: DescribedRow) =>
  reason === 'returned' ||
  reason === 'total' ||
  reason === 'hidden' ||
  reason === 'repeated' ||
  (reason === 'word' && readsAs === 'not');

function stateInstead({ reason }: DescribedRow): RowState {
  if (reason === null) return 'new';
  if (reason === 'error') return 'rejected';
  return problems[reason as keyof typeof problems] === 'duplicate' ? 'duplicate' : 'held';
}

const quoted = (row: DescribedRow) => ({
  field: row.wordField,
  word: row.word,
  gross: row.gross,
  name: nameOf(row),
  email: row.email,
  hint: row.giverHint,
  back: -(row.amount ?? 0n),
  date: row.date,
  amount: row.amount,
});

const named = (row: DescribedRow) =>
  row.matchingGiver === null
    ? {}
    : {
        gift: { giver: row.matchingGiver, kind: row.matchingKind, date: row.matchingDate },
        by: { by: row.matchingChangedBy, on: row.matchingChangedOn },
      };

/** How a row names its giver: by name, else by email address. */
export const nameOf = ({
  firstName,
  lastName,
  email,
}: Pick<DescribedRow, 'firstName' | 'lastName' | 'email'>): string =>
  fullName(firstName, lastName) || (email ?? '');

/** The key of the rows that name nobody is a line break. */
export const namesGiver = ({ giver }: Pick<DescribedRow, 'giver'>): boolean =>
  giver !== null && giver !== '\n';

/**
 * Everything that is wrong with a row, each with the field that must be set; the giver comes last.
 */
export function issuesOf(
  row: Pick<
    DescribedRow,
    'issues' | 'giverQuestion' | 'firstName' | 'lastName' | 'email' | 'giver'
  >,
): RowIssue[] {
  const issues = row.issues ?? [];
  if (row.giverQuestion !== 'unknownGiver') return issues;
  const isAboutGiver = issues.some(({ field }) => field === 'email' || field === 'name');
  if (isAboutGiver) return issues;
  const unknownGiver: RowIssue = row.email
    ? { is: 'unknownEmail', text: row.email, problem: 'email', field: 'email' }
    : { is: 'unknownName', text: nameOf(row), problem: 'name', field: 'name' };
  return [...issues, unknownGiver];
}

function toLike({ matchingDonation, matchingRow }: VerdictColumns): OtherGift | null {
  if (matchingDonation !== null) return { donationId: matchingDonation };
  return matchingRow === null ? null : { row: matchingRow };
}

function toChange(row: VerdictColumns): ProposedChange | null {
  const gift = toLike(row);
  if (row.proposedAction === null || gift === null) return null;
  return {
    gift,
    amount: row.proposedAction === 'void' ? null : row.proposedAmount,
    version: row.proposedForVersion,
  };
}
