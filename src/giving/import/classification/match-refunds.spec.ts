import { describe, expect, it } from '@jest/globals';
import { matchRefunds, refundRanks, type RefundCandidate } from './match-refunds.js';

const rankOf = (name: (typeof refundRanks)[number]) => refundRanks.indexOf(name);

/** A recorded gift of 50.00 with the number of the refund in row 9. */
const candidate = (change: Partial<RefundCandidate> = {}): RefundCandidate => ({
  row: 9,
  rank: rankOf('numberInBooks'),
  isSameFund: true,
  gift: { donationId: 'D1' },
  amount: 5_000n,
  version: 3,
  ...change,
});
const refund = (back: bigint, row = 9) => ({ row, back });
const proposal = (amount: bigint | null) => ({
  like: { donationId: 'D1' },
  change: { gift: { donationId: 'D1' }, amount, version: 3 },
});

describe('a refund', () => {
  it('proposes the rest if it returns a part of the amount', () =>
    expect(matchRefunds([refund(2_000n)], [candidate()]).get(9)).toEqual(proposal(3_000n)));

  it('proposes to delete the gift if it returns the whole amount', () =>
    expect(matchRefunds([refund(5_000n)], [candidate()]).get(9)).toEqual(proposal(null)));

  it('proposes nothing if it returns more than the amount', () =>
    expect(matchRefunds([refund(5_001n)], [candidate()]).get(9)).toEqual({
      like: { donationId: 'D1' },
      change: null,
      problem: 'refundTooMuch',
    }));

  it('proposes nothing if the gift was deleted', () =>
    expect(
      matchRefunds([refund(2_000n)], [candidate({ amount: null, version: null })]).get(9),
    ).toEqual({ like: { donationId: 'D1' }, change: null, problem: 'refundDeleted' }));

  it('has no match if no gift is possible', () =>
    expect(matchRefunds([refund(2_000n)], []).has(9)).toBe(false));

  it('prefers the gift with its number to one of the same giver and amount', () =>
    expect(
      matchRefunds(
        [refund(5_000n)],
        [
          candidate({ rank: rankOf('sameInBooks'), gift: { donationId: 'D2' } }),
          candidate({ rank: rankOf('numberInBooks') }),
        ],
      ).get(9),
    ).toEqual(proposal(null)));

  it('matches the part of a divided gift that has its fund', () =>
    expect(
      matchRefunds(
        [refund(5_000n)],
        [candidate({ isSameFund: false, gift: { donationId: 'D0' } }), candidate()],
      ).get(9),
    ).toEqual(proposal(null)));
});

describe('several refunds of one gift', () => {
  it('reduce its amount one after the other, in the order of the file', () => {
    const giftByRow = matchRefunds(
      [refund(3_000n, 11), refund(2_000n, 9)],
      [candidate(), candidate({ row: 11 })],
    );
    expect(giftByRow.get(9)).toEqual(proposal(3_000n));
    expect(giftByRow.get(11)).toEqual(proposal(null));
  });

  it('keep their proposals if only the last one is too large', () => {
    const giftByRow = matchRefunds(
      [refund(4_000n), refund(4_000n, 11)],
      [candidate(), candidate({ row: 11 })],
    );
    expect(giftByRow.get(9)).toEqual(proposal(1_000n));
    expect(giftByRow.get(11)).toMatchObject({ problem: 'refundTooMuch' });
  });
});
