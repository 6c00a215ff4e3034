import type { ImportControl, RowIssue, RowState } from '#libs/contracts';
import { issueMessage, wordText, type NameRow } from '#libs/csv';
import type { Tx } from '#libs/database';
import { toDecimal } from '#libs/money';
import { groupPayouts, groupRows } from './control.sql.js';
import { rowNamesOf } from './details.js';
import type { ImportRecord } from './import.query.sql.js';

/**
 * The limit of lines. Further lines become one, because a file that cannot be read has a reason for
 * each row.
 */
const maxLines = 100;

const reasons: Partial<Record<RowState, Record<string, string>>> = {
  duplicate: { duplicate: 'Already here' },
  held: {
    held: 'Possible duplicate',
    changed: 'Already recorded, with another amount or fund',
    refund: 'Refund',
    name: 'Is this the member?',
    date: 'Unusual date',
    amount: 'Unusual amount',
    giver: 'Giver not known',
  },
  rejected: {
    email: 'No member has this email address',
    name: 'No member has this name',
    amount: 'Not an amount of a gift',
    paymentMethod: 'Payment method not known',
    date: 'Not a date',
    columns: 'Cannot be read',
  },
  setAside: {
    refunded: 'Refunded in full',
    footer: 'A total or title of the file, not a gift',
    hidden: 'Hidden in the sheet',
    repeated: 'Repeats rows further up',
  },
};
const kinds = {
  new: 'recorded',
  duplicate: 'duplicate',
  held: 'held',
  rejected: 'rejected',
  setAside: 'leftOut',
} as const;

interface Figures {
  rows: number;
  gross: bigint;
  refunds: bigint;
  fees: bigint;
}

const toFigures = ({ rows, gross, refunds, fees }: Figures) => ({
  rows,
  gross: toDecimal(gross),
  refunds: toDecimal(refunds),
  fees: toDecimal(fees),
  net: toDecimal(gross - refunds - fees),
});

/**
 * Returns the control total of a file: the sum of all rows, and one line for each outcome, with the
 * number and the sum of its rows.
 */
export async function importControl(
  tx: Tx,
  { id: importId, details }: ImportRecord,
): Promise<ImportControl> {
  const hasPayouts = details.mapping?.columns.payout !== undefined;
  const nameRow = rowNamesOf(details);
  const grouped = await groupRows(tx, { importId });
  const lines = grouped.map((group) => lineOf(group, nameRow));
  const payouts = hasPayouts ? await groupPayouts(tx, { importId }) : [];
  const all = grouped.reduce<Figures>(
    (sum, { rows, gross, refunds, fees }) => ({
      rows: sum.rows + rows,
      gross: sum.gross + gross,
      refunds: sum.refunds + refunds,
      fees: sum.fees + fees,
    }),
    { rows: 0, gross: 0n, refunds: 0n, fees: 0n },
  );
  return {
    file: fileOf(lines),
    ...toFigures(all),
    recorded: toDecimal(lines.reduce((sum, { recorded }) => sum + recorded, 0n)),
    lines: together(lines).map(({ amount, recorded, ...line }) => ({
      ...line,
      amount: toDecimal(amount),
      recorded: toDecimal(recorded),
    })),
    payouts: payouts.map(({ payout, ...sums }) => ({ payout, ...toFigures(sums) })),
  };
}

type Group = Awaited<ReturnType<typeof groupRows>>[number];

const lineOf = (group: Group, nameRow: NameRow): Line => ({
  what: kindOfLine(group),
  why: reasonText(group, nameRow),
  rows: group.rows,
  amount: group.fileAmount,
  recorded: group.state === 'new' ? group.amount : 0n,
});

function kindOfLine({ state, isTotal, unreadable }: Group): Line['what'] {
  if (isTotal) return 'total';
  return unreadable === null ? kinds[state] : 'unreadable';
}

/** Sums the file without its own totals and titles. */
function fileOf(lines: Line[]): ImportControl['file'] {
  const counted = lines.filter(({ what }) => what !== 'total');
  return {
    rows: counted.reduce((sum, { rows }) => sum + rows, 0),
    amount: toDecimal(counted.reduce((sum, { amount }) => sum + amount, 0n)),
  };
}

function reasonText(group: Group, nameRow: NameRow): string {
  const { state, problem, wordField, word, changes, why, unreadable, issues, message } = group;
  if (unreadable !== null)
    return issues ? firstIssue(unreadable, issues, nameRow) : (message ?? '');
  if (changes) return changes === 'refund' ? 'Refunds of gifts' : 'Corrected';
  if (state === 'new') return '';
  if (wordField) return wordText(wordField, word ?? '');
  return why ?? reasons[state]?.[problem ?? ''] ?? 'Skipped by hand';
}

function firstIssue(row: number, issues: string, nameRow: NameRow): string {
  const [issue] = JSON.parse(issues) as RowIssue[];
  return issueMessage(row, issue!, nameRow);
}

interface Line {
  what: ImportControl['lines'][number]['what'];
  why: string;
  rows: number;
  /** cents, as the file has it */
  amount: bigint;
  /** cents */
  recorded: bigint;
}

/**
 * Joins lines with the same reason, and adds the lines beyond the limit to the last line of their
 * kind. Rows that do not count come last.
 */
function together(lines: Line[]): Line[] {
  const byReason = new Map<string, Line>();
  for (const line of lines) {
    const key =
      byReason.size < maxLines || byReason.has(`${line.what} ${line.why}`)
        ? `${line.what} ${line.why}`
        : `${line.what} and others`;
    const lineOfReason = byReason.get(key);
    if (lineOfReason)
      Object.assign(lineOfReason, {
        rows: lineOfReason.rows + line.rows,
        amount: lineOfReason.amount + line.amount,
        recorded: lineOfReason.recorded + line.recorded,
      });
    else byReason.set(key, { ...line, why: key.endsWith(' and others') ? 'Other rows' : line.why });
  }
  const isTotal = ({ what }: Line) => what === 'total';
  const [counted, totals] = [
    byReason.values().filter((line) => !isTotal(line)),
    byReason.values().filter(isTotal),
  ];
  return [...counted, ...totals];
}
