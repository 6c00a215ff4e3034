import type { OtherGift, ProposedChange } from '#libs/contracts';

/** A row that returns money of a gift. */
export interface RefundRow {
  row: number;
  /** what is returned, in cents, above zero */
  back: bigint;
}

/** How a gift was found for a refund, the best first. */
export const refundRanks = ['numberInFile', 'numberInBooks', 'sameInFile', 'sameInBooks'] as const;

/** A gift that a refund may mean: a row of the file, or a recorded donation. */
export interface RefundCandidate {
  /** the row of the refund */
  row: number;
  /** the place in `refundRanks` */
  rank: number;
  /** whether it has the fund of the refund, which tells the parts of a split gift apart */
  isSameFund: boolean;
  gift: OtherGift;
  /** what the gift has now, in cents; null if it was deleted */
  amount: bigint | null;
  /** the version of a recorded donation */
  version: number | null;
}

/**
 * What a refund was matched with. `recorded`: an earlier import recorded the same refund already.
 */
export type RefundFinding =
  | { is: 'matched'; found: FoundGift | null }
  | { is: 'recorded'; donationId: string; found: FoundGift | null };

/** The gift of a refund, with the change that it proposes; or why none can be proposed. */
export type FoundGift =
  | { like: OtherGift; change: ProposedChange }
  | { like: OtherGift; change: null; problem: 'refundDeleted' | 'refundTooMuch' };

/**
 * Finds the gift of each refund: by its transaction number in the file or in the ledger, else by
 * giver and amount. If a gift has several refunds, each one reduces the amount that the refunds in
 * earlier rows have left.
 * @returns the found gifts by the rows of the refunds, without refunds that have no candidate
 */
export function matchRefunds(
  refunds: readonly RefundRow[],
  candidates: readonly RefundCandidate[],
): Map<number, FoundGift> {
  const byRow = Map.groupBy(candidates, ({ row }) => row);
  const giftByRow = new Map<number, FoundGift>();
  const leftOf = new Map<string, bigint>();
  for (const { row, back: refunded } of refunds.toSorted((a, b) => a.row - b.row)) {
    const best = bestOf(byRow.get(row) ?? []);
    if (!best) continue;
    const key = best.gift.donationId ?? `row ${best.gift.row}`;
    const before = leftOf.get(key) ?? best.amount;
    if (before === null) {
      giftByRow.set(row, { like: best.gift, change: null, problem: 'refundDeleted' });
      continue;
    }
    const remaining = before - refunded;
    leftOf.set(key, remaining);
    giftByRow.set(row, proposal(best, remaining));
  }
  return giftByRow;
}

function proposal({ gift, version }: RefundCandidate, remaining: bigint): FoundGift {
  if (remaining < 0n) return { like: gift, change: null, problem: 'refundTooMuch' };
  return { like: gift, change: { gift, amount: remaining === 0n ? null : remaining, version } };
}

function bestOf(candidates: readonly RefundCandidate[]): RefundCandidate | undefined {
  return candidates.toSorted(byPreference)[0];
}

/**
 * The better way of finding first, then the same fund, then the earlier row, then the donation's
 * id.
 */
function byPreference(a: RefundCandidate, b: RefundCandidate): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.isSameFund !== b.isSameFund) return a.isSameFund ? -1 : 1;
  const [row, otherRow] = [a.gift.row ?? Infinity, b.gift.row ?? Infinity];
  if (row !== otherRow) return row - otherRow;
  return (a.gift.donationId ?? '') < (b.gift.donationId ?? '') ? -1 : 1;
}
