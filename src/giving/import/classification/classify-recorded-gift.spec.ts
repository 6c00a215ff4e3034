import { describe, it } from '@jest/globals';
import {
  D1,
  D2,
  decided,
  given,
  isNew,
  recorded,
  similar,
} from '../../../../test/support/giving/classified-rows.js';
import type { RowToClassify } from './row-facts.js';

describe('a row of the church’s own export', () => {
  const ownDonation = { donationId: 'D1', is: 'recorded', version: 3, amount: 5_000n } as const;

  it('is a duplicate even if its giver is unknown', () =>
    given({ giverQuestion: 'unknownGiver' }, { own: ownDonation }).then({
      state: 'duplicate',
      reason: 'ownExport',
      like: D1,
    }));

  it('proposes a correction if its amount was changed in the file', () =>
    given({ amount: 6_000n, gross: 6_000n }, { own: ownDonation }).then({
      state: 'held',
      reason: 'numberChanged',
      like: D1,
      change: { gift: D1, amount: 6_000n, version: 3 },
    }));

  it('needs a decision if its donation was deleted after the export', () =>
    given({}, { own: { ...ownDonation, is: 'deleted' } }).then({
      state: 'held',
      reason: 'deleted',
      like: D1,
    }));

  it('is new if a user has decided that it is another gift', () =>
    given({ decision: decided('separate', { gift: D1 }) }, { own: ownDonation }).then(isNew));
});

describe('a gift of a file with the same bytes as an imported one', () => {
  it('is a duplicate', () =>
    given({}, { sameFile: 'D1' }).then({ state: 'duplicate', reason: 'sameFile', like: D1 }));

  it('is a duplicate even if it has an error', () =>
    given(
      {
        says: 'error',
        issues: [{ is: 'noAmount', problem: 'amount', field: 'amount' }],
      },
      { sameFile: 'D1' },
    ).then({ state: 'duplicate', reason: 'sameFile', like: D1 }));

  it('is new if a user has decided that it is another gift', () =>
    given({ decision: decided('separate', { gift: D1 }) }, { sameFile: 'D1' }).then(isNew));
});

describe('a gift of the same giver, day and amount as a recorded one', () => {
  it('needs review', () =>
    given({}, { similar }).then({ state: 'held', reason: 'similar', like: D1 }));

  it('needs review if money of the recorded gift was returned', () =>
    given({}, { similar: { ...similar, was: 'returned' } }).then({
      state: 'held',
      reason: 'similarReturned',
      like: D1,
    }));

  it('is new if a user has decided that it is another gift', () =>
    given({ decision: decided('separate', { gift: D1 }) }, { similar }).then(isNew));

  it('needs review again if it now resembles another gift', () =>
    given({ decision: decided('separate', { gift: D2 }) }, { similar }).then({
      state: 'held',
      reason: 'similar',
      like: D1,
    }));

  it('is new if a user has decided that it is not the gift with its number', () =>
    given(
      { decision: decided('separate', { gift: D2 }) },
      { similar, recorded: [{ ...recorded, donationId: 'D2' }] },
    ).then(isNew));
});

describe('a gift that resembles a recorded one', () => {
  const { named } = similar;
  const change = { by: 'Olga Office', on: '2025-05-01' };

  it('needs review, with giver and day of that gift, if the day or the donor differs', () => {
    const heldAsElsewhere = { state: 'held', reason: 'similarElsewhere', like: D1, gift: named };
    given({}, { similar: { ...similar, isSameDay: false } }).then(heldAsElsewhere);
    given({}, { similar: { ...similar, isSameDonor: false } }).then(heldAsElsewhere);
  });

  it('needs review, with the actor, if a user has corrected or deleted that gift', () => {
    const verdict = { state: 'held', like: D1, gift: named, by: change };
    given({}, { similar: { ...similar, was: 'corrected', change } }).then({
      ...verdict,
      reason: 'similarCorrected',
    });
    given({}, { similar: { ...similar, was: 'deleted', change } }).then({
      ...verdict,
      reason: 'similarDeleted',
    });
  });
});

describe('a row that returns money', () => {
  const refund: Partial<RowToClassify> = { says: 'refund', amount: -2_000n, gross: 0n };
  const change = { gift: D1, amount: 3_000n, version: 3 };
  const matched = { is: 'matched', found: { like: D1, change } } as const;

  it('proposes to reduce the amount of the gift', () =>
    given(refund, { refund: matched }).then({
      state: 'held',
      reason: 'refund',
      like: D1,
      change,
      back: 2_000n,
    }));

  it('changes the gift after a user has accepted the proposal', () =>
    given({ ...refund, decision: decided('accept', change) }, { refund: matched }).then({
      state: 'new',
      change,
    }));

  it('needs review again if the gift was changed after the user accepted the proposal', () =>
    given(
      { ...refund, decision: decided('accept', { ...change, version: 2 }) },
      { refund: matched },
    ).then({ state: 'held', reason: 'refund', like: D1, change, back: 2_000n }));

  it('needs review if the refunded gift is not found', () =>
    given(refund).then({ state: 'held', reason: 'refundUnknown', like: null, back: 2_000n }));

  it('needs review if it returns more than the present amount of the gift', () =>
    given(refund, {
      refund: { is: 'matched', found: { like: D1, change: null, problem: 'refundTooMuch' } },
    }).then({ state: 'held', reason: 'refundTooMuch', like: D1, back: 2_000n }));

  const recordedRefund = { is: 'recorded', donationId: 'D1', found: null } as const;

  it('is a duplicate if an earlier import recorded it', () =>
    given(refund, { refund: recordedRefund }).then({
      state: 'duplicate',
      reason: 'refundRecorded',
      like: D1,
    }));

  it('needs review again if a user has decided that it is another refund', () =>
    given(
      { ...refund, decision: decided('separate', { gift: D1 }) },
      { refund: { ...recordedRefund, found: matched.found } },
    ).then({ state: 'held', reason: 'refund', like: D1, change, back: 2_000n }));
});
