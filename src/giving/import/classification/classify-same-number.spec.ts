import { describe, it } from '@jest/globals';
import {
  D1,
  D2,
  decided,
  given,
  isNew,
  recorded,
} from '../../../../test/support/giving/classified-rows.js';
import type { RecordedGift, RowToClassify } from './row-facts.js';

const row2 = { row: 2 };

describe('a gift with the same number, giver and day as a recorded gift', () => {
  const givenSameNumber = (
    row: Partial<RowToClassify>,
    change: Partial<RecordedGift> = {},
    hasRowPerFund = false,
  ) => given(row, { recorded: [{ ...recorded, ...change }], hasRowPerFund });
  const duplicate = { state: 'duplicate', reason: 'sameNumber', like: D1 };
  const to = (amount: bigint | null) => ({ gift: D1, amount, version: 3 });

  it('is a duplicate if the recorded gift has the same amount and fund', () =>
    givenSameNumber({}).then(duplicate));

  it('is a duplicate while another import is recording the gift', () =>
    givenSameNumber({}, { is: 'recording', version: 0 }).then(duplicate));

  it('is a duplicate with any fund if the fund of the recorded gift is unknown', () =>
    givenSameNumber({ fund: 'roof' }, { fund: null }).then(duplicate));

  it('proposes to correct the recorded gift if the amount differs', () =>
    givenSameNumber({ amount: 7_000n, gross: 7_000n }).then({
      state: 'held',
      reason: 'numberChanged',
      like: D1,
      change: to(7_000n),
    }));

  it('proposes the remaining amount if money was returned since', () =>
    givenSameNumber({ amount: 3_000n, refunded: 2_000n }).then({
      state: 'held',
      reason: 'moneyReturned',
      like: D1,
      change: to(3_000n),
    }));

  it('proposes to delete the recorded gift if all money was returned since', () =>
    givenSameNumber({ says: 'returned', amount: 0n, refunded: 5_000n }).then({
      state: 'held',
      reason: 'moneyReturned',
      like: D1,
      change: to(null),
    }));

  it('corrects the gift after a user has accepted the proposal', () => {
    const decision = decided('accept', to(7_000n));
    givenSameNumber({ amount: 7_000n, gross: 7_000n, decision }).then({
      state: 'new',
      change: to(7_000n),
    });
  });

  it('needs review again if the gift was changed after the user accepted the proposal', () => {
    const decision = decided('accept', { ...to(7_000n), version: 2 });
    givenSameNumber({ amount: 7_000n, gross: 7_000n, decision }).then({
      state: 'held',
      reason: 'changedSince',
      like: D1,
      change: to(7_000n),
    });
  });

  it('needs review again if the row was changed after the user accepted the proposal', () => {
    const decision = decided('accept', to(7_000n));
    givenSameNumber({ amount: 8_000n, gross: 8_000n, decision }).then({
      state: 'held',
      reason: 'numberChanged',
      like: D1,
      change: to(8_000n),
    });
  });

  it('is new if a user has decided that it is not this gift', () =>
    givenSameNumber({ decision: decided('separate', { gift: D1 }) }).then(isNew));

  it('is a duplicate even if a user has decided that it is not some other gift', () =>
    givenSameNumber({ decision: decided('separate', { gift: D2 }) }).then(duplicate));

  it('is new as another part of a divided gift if both parts are in the file', () =>
    givenSameNumber({ fund: 'roof' }, {}, true).then(isNew));

  it('proposes another fund if the fund of the recorded part is not in the file', () =>
    givenSameNumber({ fund: 'roof' }, { isFundInFile: false }, true).then({
      state: 'held',
      reason: 'numberChanged',
      like: D1,
      change: to(5_000n),
    }));

  it('needs review if the gift was deleted', () =>
    givenSameNumber({}, { is: 'deleted' }).then({ state: 'held', reason: 'deleted', like: D1 }));

  it('is new if the gift was deleted and a user has decided to record it again', () =>
    givenSameNumber({ decision: decided('again', { gift: D1 }) }, { is: 'deleted' }).then(isNew));

  it('is a duplicate if the gift to be recorded again has been restored since', () =>
    givenSameNumber({ decision: decided('again', { gift: D1 }) }).then(duplicate));
});

describe('a gift with the number of a recorded gift', () => {
  const named = recorded.named!;

  it('needs review without a proposed correction if the giver differs', () =>
    given({ amount: 7_500n, gross: 7_500n }, { recorded: [{ ...recorded, giver: 'other' }] }).then({
      state: 'held',
      reason: 'numberOfOther',
      like: D1,
      gift: named,
    }));

  it('needs review if the giver has the same name but another address', () =>
    given({}, { recorded: [{ ...recorded, giver: 'maybe' }] }).then({
      state: 'held',
      reason: 'numberOfOther',
      like: D1,
      gift: named,
    }));

  it('needs review if the day differs and it is unknown whether numbers repeat', () =>
    given({}, { numbers: 'unsure', recorded: [{ ...recorded, isSameDay: false }] }).then({
      state: 'held',
      reason: 'numberOnOtherDay',
      like: D1,
      gift: named,
    }));

  it('is a duplicate even on another day if the source uses each number only once', () =>
    given({}, { recorded: [{ ...recorded, isSameDay: false }] }).then({
      state: 'duplicate',
      reason: 'sameNumber',
      like: D1,
    }));

  it('is new if the giver or the day differs and the numbers start again', () => {
    const startAgain = { numbers: 'startAgain' } as const;
    given({}, { ...startAgain, recorded: [{ ...recorded, giver: 'other' }] }).then(isNew);
    given({}, { ...startAgain, recorded: [{ ...recorded, isSameDay: false }] }).then(isNew);
  });

  it('is a duplicate if giver, day and amount are the same, though numbers start again', () =>
    given({}, { numbers: 'startAgain', recorded: [recorded] }).then({
      state: 'duplicate',
      reason: 'sameNumber',
      like: D1,
    }));

  it('is new if a user has decided that it is another gift', () =>
    given(
      { decision: decided('separate', { gift: D1 }) },
      { recorded: [{ ...recorded, giver: 'other' }] },
    ).then(isNew));

  it('needs review if the file has more parts than are recorded', () => {
    const parts = { hasRowPerFund: true, recorded: [recorded] };
    given({}, { ...parts, part: 1 }).then({ state: 'duplicate', reason: 'sameNumber', like: D1 });
    given({}, { ...parts, part: 2 }).then({ state: 'held', reason: 'otherPart', like: D1 });
  });
});

describe('a gift with the number of an earlier row of the file', () => {
  const earlierRow = { row: 2, gross: 5_000n, refunded: 0n, fund: 'missions', isSameGiver: true };

  it('is a duplicate if the earlier row has the same amount and fund', () =>
    given({}, { earlierRow }).then({ state: 'duplicate', reason: 'sameRow', like: row2 }));

  it('needs a decision in a file of an unknown source, whose numbers may repeat', () =>
    given({}, { earlierRow, numbers: 'unsure' }).then({
      state: 'held',
      reason: 'rowRepeated',
      like: row2,
    }));

  it('needs review if its amount differs from that of the earlier row', () =>
    given({ amount: 6_000n, gross: 6_000n }, { earlierRow }).then({
      state: 'held',
      reason: 'rowChanged',
      like: row2,
    }));

  it('is new if a user has decided that it is another gift', () =>
    given({ decision: decided('separate', { gift: row2 }) }, { earlierRow }).then(isNew));
});
