import type { OtherGift } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { matchRefunds, type RefundCandidate, type RefundFinding } from './match-refunds.js';
import { listRecordedRefunds, listRefundCandidates } from './refunds.sql.js';
import type { StoredRow } from './rows.sql.js';

interface File {
  id: string;
  source: string;
}

/**
 * Matches the rows that return money with the gifts that they mean. A row that a user skipped, or
 * whose refund is recorded already, returns nothing.
 */
export async function loadRefunds(
  tx: Tx,
  { id: importId, source }: File,
  rows: StoredRow[],
): Promise<Map<number, RefundFinding>> {
  const recorded = new Map<number, string>();
  for (const { row, donationId } of await listRecordedRefunds(tx, { importId, source })) {
    if (!recorded.has(row)) recorded.set(row, donationId);
  }
  const isOther = ({ decision }: StoredRow) => decision === 'separate' || decision === 'accept';
  const refunds = rows.filter(
    (row) =>
      row.readsAs === 'refund' &&
      row.decision !== 'skip' &&
      (isOther(row) || !recorded.has(row.row)),
  );
  const candidates = await listRefundCandidates(tx, {
    importId,
    source,
    rows: refunds.map(({ row }) => row),
  });
  const giftByRow = matchRefunds(
    refunds.map(({ row, amount }) => ({ row, back: -(amount ?? 0n) })),
    candidates.map(toCandidate),
  );
  const findings = new Map<number, RefundFinding>();
  for (const { row } of rows) {
    const donationId = recorded.get(row);
    const gift = giftByRow.get(row) ?? null;
    if (donationId !== undefined) findings.set(row, { is: 'recorded', donationId, found: gift });
    else if (gift) findings.set(row, { is: 'matched', found: gift });
  }
  return findings;
}

type Candidate = Awaited<ReturnType<typeof listRefundCandidates>>[number];

function toCandidate(candidate: Candidate): RefundCandidate {
  const gift: OtherGift =
    candidate.matchingRow === null
      ? { donationId: candidate.matchingDonation! }
      : { row: candidate.matchingRow };
  return {
    row: candidate.row,
    rank: candidate.rank,
    isSameFund: candidate.isSameFund ?? false,
    gift,
    amount: candidate.amount,
    version: candidate.version,
  };
}
