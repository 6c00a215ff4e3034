import type { ImportControl, RowIssue, RowState } from '#libs/contracts';
import { issueMessage, wordText } from '#libs/csv';
import type { Tx } from '#libs/database';
import { toDecimal } from '#libs/money';
import { groupPayouts, groupRows } from './control.sql.js';

/** Lines beyond this are told as one: a file in which nothing can be read has a reason for each row. */
const mostLines = 100;

const reasons: Partial<Record<RowState, Record<string, string>>> = {
  duplicate: { duplicate: 'Already here' },
  held: {
    held: 'Looks like a gift that is here',
    changed: 'Here already, with another amount or fund',
    refund: 'Takes back a gift',
    name: 'Is this the member?',
    date: 'Date to be looked at',
    amount: 'Amount to be looked at',
    giver: 'Giver to be chosen',
  },
  rejected: {
    email: 'No member has this email address',
    name: 'No member has this name',
    amount: 'Not an amount of a gift',
    paymentMethod: 'Payment method not known',
    date: 'Not a date',
    columns: 'Columns that do not fit',
  },
  setAside: { refunded: 'Given back in full', footer: 'A total of the file, no gift' },
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

const shown = ({ rows, gross, refunds, fees }: Figures) => ({
  rows,
  gross: toDecimal(gross),
  refunds: toDecimal(refunds),
  fees: toDecimal(fees),
  net: toDecimal(gross - refunds - fees),
});

/** The control total of a file: what it comes to, and in which line each of its rows stands. */
export async function importControl(
  tx: Tx,
  importId: string,
  hasPayouts: boolean,
): Promise<ImportControl> {
  const grouped = await groupRows(tx, { importId });
  const lines = grouped.map((group): Line => ({
    what: group.unreadable === null ? kinds[group.state] : 'unreadable',
    why: whyOf(group),
    rows: group.rows,
    amount: group.amount,
  }));
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
  const recorded = lines.reduce(
    (sum, { what, amount }) => (what === 'recorded' ? sum + amount : sum),
    0n,
  );
  return {
    ...shown(all),
    recorded: toDecimal(recorded),
    lines: together(lines).map(({ amount, ...line }) => ({ ...line, amount: toDecimal(amount) })),
    payouts: payouts.map(({ payout, ...sums }) => ({ payout, ...shown(sums) })),
  };
}

type Group = Awaited<ReturnType<typeof groupRows>>[number];

function whyOf(group: Group): string {
  const { state, problem, wordField, word, changes, why, unreadable, issues, message } = group;
  if (unreadable !== null) return issues ? firstIssue(unreadable, issues) : (message ?? '');
  if (changes) return changes === 'refund' ? 'Taken back from gifts' : 'Corrected';
  if (state === 'new') return '';
  if (wordField) return wordText(wordField, word ?? '');
  return why ?? reasons[state]?.[problem ?? ''] ?? 'Left out by hand';
}

function firstIssue(row: number, issues: string): string {
  const [issue] = JSON.parse(issues) as RowIssue[];
  return issueMessage(row, issue!);
}

interface Line {
  what: ImportControl['lines'][number]['what'];
  why: string;
  rows: number;
  amount: bigint;
}

/** Lines with the same reason are one, and those beyond the limit stand in the last of their kind. */
function together(lines: Line[]): Line[] {
  const told = new Map<string, Line>();
  for (const line of lines) {
    const key =
      told.size < mostLines || told.has(`${line.what} ${line.why}`)
        ? `${line.what} ${line.why}`
        : `${line.what} and others`;
    const known = told.get(key);
    if (known)
      Object.assign(known, { rows: known.rows + line.rows, amount: known.amount + line.amount });
    else told.set(key, { ...line, why: key.endsWith(' and others') ? 'Other rows' : line.why });
  }
  return [...told.values()];
}
