import type { RowVerdict } from '#libs/contracts';
import { columnOf, type Tx } from '#libs/database';
import { foregroundCalls, fullPace, inSteps, type Pace } from '#libs/http';
import { matchGivers, type Matched } from '../givers/givers.js';
import type { ReadRow } from '../reading/read-row.js';
import type { Draft } from './draft.js';
import { classifyRow } from './classify.js';
import type { RowFacts } from './row-facts.js';
import { insertRows, replaceRows } from './put-rows.sql.js';
import { issuesOf, namesGiver, toColumns } from './stored-verdict.js';

/**
 * The facts about a row while its file is read: nothing is known yet about recorded donations and
 * the other rows of the file.
 */
const noFacts: Omit<RowFacts, 'isTemplate'> = {
  numbers: 'unsure',
  sameFile: null,
  own: null,
  recorded: [],
  hasRowPerFund: false,
  part: 1,
  earlierRow: null,
  similar: null,
  refund: null,
  usual: null,
};

/** Rows that are matched with their givers together. */
const matchedTogether = { small: 100, large: 1_000 };
/** Rows that are stored with one statement. */
const storedTogether = { small: 50, large: 200 };

type DraftOfRows = Pick<Draft, 'id' | 'isTemplate'>;
/** `insertRows` or `replaceRows`, which take the same parameters. */
type StatementForRows = typeof insertRows;

/** Rows of a file with their givers, and the pace at which they are sent. */
interface RowsToSend {
  rows: readonly ReadRow[];
  givers: readonly Matched[];
  pace: Pace;
}

/**
 * Inserts all rows of a file into a draft without rows. The givers of a batch are looked up before
 * the rows of the batch before it are sent, so that PostgreSQL stores rows while the next ones are
 * matched. Calls of other users come first. Each row has the verdict that follows from the row
 * alone; `classifyDraft` must follow.
 */
export async function insertRowsOfFile(
  tx: Tx,
  draft: DraftOfRows,
  batches: AsyncIterable<ReadRow[]>,
): Promise<void> {
  let previous: RowsToSend | null = null;
  for await (const batch of batches) {
    for await (const rows of inSteps(batch, matchedTogether, foregroundCalls)) {
      const matching = matchGivers(tx, draft.id, rows);
      // The error is thrown below, unless sending fails before.
      matching.catch(() => undefined);
      if (previous) await sendRows(tx, insertRows, draft, previous);
      previous = { rows, givers: await matching, pace: foregroundCalls };
    }
  }
  if (previous) await sendRows(tx, insertRows, draft, previous);
}

/**
 * Replaces rows of a draft after they were read again. Each is matched with its giver, and has the
 * verdict that follows from the row alone; `classifyDraft` must follow. Decisions of users stay.
 */
export async function putRows(tx: Tx, draft: DraftOfRows, rows: ReadRow[]): Promise<void> {
  const givers = await matchGivers(tx, draft.id, rows);
  await sendRows(tx, replaceRows, draft, { rows, givers, pace: fullPace });
}

/** Sends the statements without waiting for them: meanwhile the next rows are read. */
async function sendRows(
  tx: Tx,
  store: StatementForRows,
  { id: importId, isTemplate }: DraftOfRows,
  { rows, givers, pace }: RowsToSend,
): Promise<void> {
  const rowsWithGivers = rows.map((row, index) => ({ row, giver: givers[index]! }));
  for await (const step of inSteps(rowsWithGivers, storedTogether, pace)) {
    const stored = step.map(({ row, giver }) => toStored(row, giver, isTemplate));
    store.send(tx, { importId, ...toArrays(stored) });
  }
}

function toArrays(stored: readonly Stored[]) {
  const column = <Name extends keyof Stored>(name: Name) => columnOf(stored, name);
  return {
    rows: column('row'),
    records: column('record'),
    editedValues: column('editedValues'),
    editedAsGuest: column('editedAsGuest'),
    editedDonors: column('editedDonorId'),
    areGifts: column('isGift'),
    areFooters: column('isFooter'),
    skippedAs: column('skippedAs'),
    readsAs: column('readsAs'),
    wordFields: column('wordField'),
    words: column('word'),
    issues: column('issues'),
    fileAmounts: column('fileAmount'),
    amounts: column('amount'),
    dates: column('date'),
    paymentMethods: column('paymentMethod'),
    campaigns: column('campaign'),
    fileFunds: column('fileFund'),
    notes: column('notes'),
    sourceIds: column('sourceId'),
    gross: column('gross'),
    refunded: column('refunded'),
    fees: column('fee'),
    payouts: column('payout'),
    refundsOf: column('refundOf'),
    givers: column('giver'),
    firstNames: column('firstName'),
    lastNames: column('lastName'),
    emails: column('email'),
    phones: column('phone'),
    donors: column('donorId'),
    asGuest: column('asGuest'),
    giverQuestions: column('giverQuestion'),
    giverHints: column('giverHint'),
    states: column('state'),
    reasons: column('reason'),
    problems: column('problem'),
  };
}

type Stored = ReturnType<typeof toStored>;

function toStored(read: ReadRow, giver: Matched, isTemplate: boolean) {
  const { says, values, figures, draft, understood } = read.reading;
  const word = says.is === 'ask' || says.is === 'not' ? says : null;
  const issues = says.is === 'error' ? says.issues : null;
  const facts = draft ?? understood ?? {};
  const verdict = toColumns(verdictOfRow(read, giver, isTemplate));
  return {
    row: read.row,
    record: read.record && JSON.stringify(read.record),
    editedValues:
      read.editedValues && Object.keys(read.editedValues).length > 0
        ? JSON.stringify(read.editedValues)
        : null,
    editedAsGuest: read.asGuest,
    editedDonorId: read.editedDonorId,
    isGift: read.isGift,
    isFooter: read.kind === 'total',
    skippedAs: read.kind === 'hidden' || read.kind === 'repeated' ? read.kind : null,
    readsAs: says.is,
    wordField: word?.field ?? null,
    word: word?.word ?? null,
    issues: issues && JSON.stringify(issues),
    fileAmount: figures.inFile,
    amount: figures.amount,
    date: facts.date ?? null,
    paymentMethod: facts.paymentMethod ?? null,
    campaign: facts.campaign ?? null,
    fileFund: values.campaign === facts.campaign ? null : (values.campaign ?? null),
    notes: values.notes ?? null,
    sourceId: values.transactionId ?? null,
    gross: figures.gross,
    refunded: figures.refunded,
    fee: figures.fee,
    payout: values.payout ?? null,
    refundOf: values.refundOf ?? null,
    giver: giver.giver,
    firstName: giver.firstName || null,
    lastName: giver.lastName || null,
    email: values.email ?? null,
    phone: values.phone ?? null,
    donorId: giver.donorId,
    asGuest: giver.asGuest,
    giverQuestion: giver.question,
    giverHint: giver.hint,
    state: verdict.state,
    reason: verdict.reason,
    problem: verdict.problem,
  };
}

const isNew: RowVerdict = { state: 'new', change: null };

/** The verdict of a row by itself: by what it says, and by whether its giver is known. */
function verdictOfRow({ row, reading }: ReadRow, giver: Matched, isTemplate: boolean): RowVerdict {
  const { says, figures, draft } = reading;
  // nearly all rows, without a detour
  if (says.is === 'gift' && giver.question === null) return isNew;
  const word = says.is === 'ask' || says.is === 'not' ? says : null;
  const names = {
    giver: giver.giver,
    firstName: giver.firstName || null,
    lastName: giver.lastName || null,
    email: reading.values.email ?? null,
  };
  const issues = issuesOf({
    ...names,
    issues: says.is === 'error' ? says.issues : null,
    giverQuestion: giver.question,
  });
  return classifyRow(
    {
      row,
      says: says.is,
      field: word?.field ?? null,
      word: word?.word ?? '',
      issues,
      namesGiver: namesGiver(names),
      giverQuestion: giver.question,
      giverName: '',
      giverEmail: names.email,
      giverHint: giver.hint,
      date: draft?.date ?? null,
      amount: figures.amount,
      gross: figures.gross,
      refunded: figures.refunded,
      fund: '',
      fileFund: '',
      decision: null,
      isSure: false,
    },
    { ...noFacts, isTemplate },
  );
}
