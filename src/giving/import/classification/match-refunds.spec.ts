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
  it('of a part of the amount proposes the rest', () =>
    expect(matchRefunds([refund(2_000n)], [candidate()]).get(9)).toEqual(proposal(3_000n)));

  it('of the whole amount proposes to delete the gift', () =>
    expect(matchRefunds([refund(5_000n)], [candidate()]).get(9)).toEqual(proposal(null)));

  it('of more than the amount proposes nothing', () =>
    expect(matchRefunds([refund(5_001n)], [candidate()]).get(9)).toEqual({
      like: { donationId: 'D1' },
      change: null,
      problem: 'refundTooMuch',
    }));

  it('of a deleted gift proposes nothing', () =>
    expect(
      matchRefunds([refund(2_000n)], [candidate({ amount: null, version: null })]).get(9),
    ).toEqual({ like: { donationId: 'D1' }, change: null, problem: 'refundDeleted' }));

  it('without a possible gift has no match', () =>
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

  it('of a divided gift matches the part with the same fund', () =>
    expect(
      matchRefunds(
        [refund(5_000n)],
        [candidate({ isSameFund: false, gift: { donationId: 'D0' } }), candidate()],
      ).get(9),
    ).toEqual(proposal(null)));
});

describe('several refunds of one gift', () => {
  it('reduce its amount one after the other, in the order of the file', () => {
    const found = matchRefunds(
      [refund(3_000n, 11), refund(2_000n, 9)],
      [candidate(), candidate({ row: 11 })],
    );
    expect(found.get(9)).toEqual(proposal(3_000n));
    expect(found.get(11)).toEqual(proposal(null));
  });

  it('keep their proposals if only the last one is too large', () => {
    const found = matchRefunds(
      [refund(4_000n), refund(4_000n, 11)],
      [candidate(), candidate({ row: 11 })],
    );
    expect(found.get(9)).toEqual(proposal(1_000n));
    expect(found.get(11)).toMatchObject({ problem: 'refundTooMuch' });
  });
});
