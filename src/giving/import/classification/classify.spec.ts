import { describe, expect, it } from '@jest/globals';
import { classifyRow } from './classify.js';
import type { Decision, RecordedGift, RowFacts, RowToClassify, SimilarFact } from './row-facts.js';

/** A gift of 50.00 to Missions on March 2, 2025, from a known giver, with a number. */
const gift: RowToClassify = {
  row: 7,
  says: 'gift',
  field: null,
  word: '',
  issues: [],
  namesGiver: true,
  giverQuestion: null,
  giverName: 'Ada Example',
  giverEmail: null,
  giverHint: null,
  date: '2025-03-02',
  amount: 5_000n,
  gross: 5_000n,
  refunded: 0n,
  fund: 'missions',
  fileFund: 'missions',
  decision: null,
  isSure: false,
};

/** Neither the books nor the rest of the file know the row. */
const nothing: RowFacts = {
  isTemplate: false,
  numbers: 'unique',
  sameFile: null,
  own: null,
  recorded: [],
  splits: false,
  part: 1,
  earlierRow: null,
  similar: null,
  refund: null,
  usual: { today: '2025-06-01', median: 5_000n },
};

/** The same gift in the books. */
const recorded: RecordedGift = {
  donationId: 'D1',
  giver: 'same',
  named: { giver: 'Ada Example', kind: 'guest', date: '2025-03-02' },
  isSameDay: true,
  is: 'recorded',
  version: 3,
  gross: 5_000n,
  refunded: 0n,
  fund: 'missions',
  isFundInFile: true,
};

/** A recorded gift of the same giver, day and amount. */
const similar: SimilarFact = {
  donationId: 'D1',
  named: recorded.named!,
  isSameDay: true,
  isSameDonor: true,
  was: null,
  change: null,
};

const decided = (kind: Decision['kind'], change: Partial<Decision> = {}): Decision => ({
  kind,
  gift: null,
  amount: null,
  version: null,
  ...change,
});

const given = (row: Partial<RowToClassify>, facts: Partial<RowFacts> = {}) => ({
  then: (expected: object) =>
    expect(classifyRow({ ...gift, ...row }, { ...nothing, ...facts })).toEqual(expected),
});

const isNew = { state: 'new', change: null };
const D1 = { donationId: 'D1' };
const D2 = { donationId: 'D2' };
const row2 = { row: 2 };

describe('a gift that resembles no recorded gift', () => {
  it('is new', () => given({}).then(isNew));

  it('is skipped if a user skips it, and shows what it would be otherwise', () =>
    given({ decision: decided('skip') }).then({
      state: 'setAside',
      reason: 'skipped',
      instead: isNew,
    }));
});

describe('a row by its own words', () => {
  it('that is a total of the file is no gift', () =>
    given({ says: 'total', amount: null }).then({ state: 'setAside', reason: 'total' }));

  it('whose status says that it failed is no gift', () =>
    given({ says: 'not', field: 'status', word: 'Failed' }).then({
      state: 'setAside',
      reason: 'word',
      field: 'status',
      word: 'Failed',
    }));

  it('whose status nobody knows needs a decision', () =>
    given({ says: 'ask', field: 'status', word: 'Lost' }).then({
      state: 'held',
      reason: 'word',
      field: 'status',
      word: 'Lost',
    }));

  it('of which all money was returned is no gift', () =>
    given({ says: 'returned', amount: 0n, refunded: 5_000n }).then({
      state: 'setAside',
      reason: 'returned',
      gross: 5_000n,
    }));

  it('with errors is rejected with all of them', () => {
    const issues = [
      { is: 'noAmount', problem: 'amount', field: 'amount' },
      { is: 'unknownEmail', text: 'ada@example.test', problem: 'email', field: 'email' },
    ] as const;
    given({ says: 'error', issues: [...issues] }).then({
      state: 'rejected',
      issues,
      namesGiver: true,
    });
  });
});

describe('a row of the church’s own export', () => {
  const own = { donationId: 'D1', is: 'recorded', version: 3, amount: 5_000n } as const;

  it('is recorded already, whoever gave', () =>
    given({ giverQuestion: 'unknownGiver' }, { own }).then({
      state: 'duplicate',
      reason: 'ownExport',
      like: D1,
    }));

  it('proposes a correction if its amount was changed in the file', () =>
    given({ amount: 6_000n, gross: 6_000n }, { own }).then({
      state: 'held',
      reason: 'numberChanged',
      like: D1,
      change: { gift: D1, amount: 6_000n, version: 3 },
    }));

  it('needs a decision if its donation was deleted since', () =>
    given({}, { own: { ...own, is: 'deleted' } }).then({
      state: 'held',
      reason: 'deleted',
      like: D1,
    }));

  it('is another gift if a user says so', () =>
    given({ decision: decided('separate', { gift: D1 }) }, { own }).then(isNew));
});

describe('a gift whose giver is not clear', () => {
  const unknown = {
    giverQuestion: 'unknownGiver' as const,
    issues: [{ is: 'unknownName', text: 'Ada Example', problem: 'name', field: 'name' } as const],
  };

  it('needs review if nobody has the name or address', () =>
    given(unknown).then({
      state: 'held',
      reason: 'unknownGiver',
      name: 'Ada Example',
      email: null,
      hint: null,
    }));

  it('is rejected in a file in the format of the template', () =>
    given(unknown, { isTemplate: true }).then({
      state: 'rejected',
      issues: unknown.issues,
      namesGiver: true,
    }));

  it('needs review if several givers may be meant', () =>
    given({ giverQuestion: 'severalGuests' }).then({
      state: 'held',
      reason: 'severalGuests',
      name: 'Ada Example',
      email: null,
      hint: null,
    }));

  it('is asked about before it is compared with the books', () =>
    given({ giverQuestion: 'member' }, { recorded: [recorded] }).then({
      state: 'held',
      reason: 'member',
      name: 'Ada Example',
      email: null,
      hint: null,
    }));
});

describe('a gift of a file with the same bytes as an imported one', () => {
  it('is a duplicate', () =>
    given({}, { sameFile: 'D1' }).then({ state: 'duplicate', reason: 'sameFile', like: D1 }));

  it('is a duplicate also with an error', () =>
    given(
      {
        says: 'error',
        issues: [{ is: 'noAmount', problem: 'amount', field: 'amount' }],
      },
      { sameFile: 'D1' },
    ).then({ state: 'duplicate', reason: 'sameFile', like: D1 }));

  it('is new if a user took it as another gift', () =>
    given({ decision: decided('separate', { gift: D1 }) }, { sameFile: 'D1' }).then(isNew));
});

describe('a gift whose number is in the books', () => {
  const again = (row: Partial<RowToClassify>, change: Partial<RecordedGift> = {}, splits = false) =>
    given(row, { recorded: [{ ...recorded, ...change }], splits });
  const duplicate = { state: 'duplicate', reason: 'sameNumber', like: D1 };
  const to = (amount: bigint | null) => ({ gift: D1, amount, version: 3 });

  it('is a duplicate with the same amount and fund', () => again({}).then(duplicate));

  it('is a duplicate while the import that brought it is at work', () =>
    again({}, { is: 'recording', version: 0 }).then(duplicate));

  it('is a duplicate whatever its fund, if the fund was not kept', () =>
    again({ fund: 'roof' }, { fund: null }).then(duplicate));

  it('with another amount proposes to correct the gift', () =>
    again({ amount: 7_000n, gross: 7_000n }).then({
      state: 'held',
      reason: 'numberChanged',
      like: D1,
      change: to(7_000n),
    }));

  it('of which money was returned since proposes what is left', () =>
    again({ amount: 3_000n, refunded: 2_000n }).then({
      state: 'held',
      reason: 'moneyReturned',
      like: D1,
      change: to(3_000n),
    }));

  it('of which all money was returned since proposes to delete the gift', () =>
    again({ says: 'returned', amount: 0n, refunded: 5_000n }).then({
      state: 'held',
      reason: 'moneyReturned',
      like: D1,
      change: to(null),
    }));

  it('corrects the gift once a user has accepted that', () => {
    const decision = decided('accept', to(7_000n));
    again({ amount: 7_000n, gross: 7_000n, decision }).then({ state: 'new', change: to(7_000n) });
  });

  it('is asked about again if the gift was changed since the user accepted', () => {
    const decision = decided('accept', { ...to(7_000n), version: 2 });
    again({ amount: 7_000n, gross: 7_000n, decision }).then({
      state: 'held',
      reason: 'changedSince',
      like: D1,
      change: to(7_000n),
    });
  });

  it('is asked about again if the row was changed since the user accepted', () => {
    const decision = decided('accept', to(7_000n));
    again({ amount: 8_000n, gross: 8_000n, decision }).then({
      state: 'held',
      reason: 'numberChanged',
      like: D1,
      change: to(8_000n),
    });
  });

  it('is new if a user took it as another gift than this one', () =>
    again({ decision: decided('separate', { gift: D1 }) }).then(isNew));

  it('is a duplicate if a user took it as another gift than some other one', () =>
    again({ decision: decided('separate', { gift: D2 }) }).then(duplicate));

  it('is another part of a gift that was split, if both parts are in the file', () =>
    again({ fund: 'roof' }, {}, true).then(isNew));

  it('is the same part with another fund, if the recorded part is not in the file', () =>
    again({ fund: 'roof' }, { isFundInFile: false }, true).then({
      state: 'held',
      reason: 'numberChanged',
      like: D1,
      change: to(5_000n),
    }));

  it('needs review if the gift was deleted', () =>
    again({}, { is: 'deleted' }).then({ state: 'held', reason: 'deleted', like: D1 }));

  it('is recorded again if the gift was deleted and a user said so', () =>
    again({ decision: decided('again', { gift: D1 }) }, { is: 'deleted' }).then(isNew));

  it('is a duplicate if the deleted gift was restored after the user said so', () =>
    again({ decision: decided('again', { gift: D1 }) }).then(duplicate));
});

describe('a gift whose number is in an earlier row of the file', () => {
  const earlierRow = { row: 2, gross: 5_000n, refunded: 0n, fund: 'missions', isSameGiver: true };

  it('is a duplicate with the same amount and fund', () =>
    given({}, { earlierRow }).then({ state: 'duplicate', reason: 'sameRow', like: row2 }));

  it('needs a decision in a file of an unknown source, whose numbers may repeat', () =>
    given({}, { earlierRow, numbers: 'unsure' }).then({
      state: 'held',
      reason: 'rowRepeated',
      like: row2,
    }));

  it('needs review with another amount', () =>
    given({ amount: 6_000n, gross: 6_000n }, { earlierRow }).then({
      state: 'held',
      reason: 'rowChanged',
      like: row2,
    }));

  it('is new if a user took it as another gift', () =>
    given({ decision: decided('separate', { gift: row2 }) }, { earlierRow }).then(isNew));
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

  it('is new if a user took it as another gift', () =>
    given({ decision: decided('separate', { gift: D1 }) }, { similar }).then(isNew));

  it('is asked about again if it looks like another gift now', () =>
    given({ decision: decided('separate', { gift: D2 }) }, { similar }).then({
      state: 'held',
      reason: 'similar',
      like: D1,
    }));

  it('is new if a user took it as another gift than the one with its number', () =>
    given(
      { decision: decided('separate', { gift: D2 }) },
      { similar, recorded: [{ ...recorded, donationId: 'D2' }] },
    ).then(isNew));
});

describe('a row that returns money', () => {
  const refund: Partial<RowToClassify> = { says: 'refund', amount: -2_000n, gross: 0n };
  const change = { gift: D1, amount: 3_000n, version: 3 };
  const matched = { is: 'matched', found: { like: D1, change } } as const;

  it('proposes what will be left of the gift', () =>
    given(refund, { refund: matched }).then({
      state: 'held',
      reason: 'refund',
      like: D1,
      change,
      back: 2_000n,
    }));

  it('changes the gift once a user has accepted that', () =>
    given({ ...refund, decision: decided('accept', change) }, { refund: matched }).then({
      state: 'new',
      change,
    }));

  it('is asked about again if the gift was changed since', () =>
    given(
      { ...refund, decision: decided('accept', { ...change, version: 2 }) },
      { refund: matched },
    ).then({ state: 'held', reason: 'refund', like: D1, change, back: 2_000n }));

  it('needs review without a gift', () =>
    given(refund).then({ state: 'held', reason: 'refundUnknown', like: null, back: 2_000n }));

  it('needs review if it returns more than is left', () =>
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

  it('is looked for again if a user took it as another one', () =>
    given(
      { ...refund, decision: decided('separate', { gift: D1 }) },
      { refund: { ...recordedRefund, found: matched.found } },
    ).then({ state: 'held', reason: 'refund', like: D1, change, back: 2_000n }));
});

describe('an unusual gift', () => {
  it.each([
    ['2025-06-01', isNew],
    ['2025-06-02', { state: 'held', reason: 'futureDate', date: '2025-06-02' }],
    ['2015-06-01', isNew],
    ['2015-05-31', { state: 'held', reason: 'oldDate', date: '2015-05-31' }],
  ])('of the day %s', (date, expected) => given({ date }).then(expected));

  it.each([
    [500_000n, isNew],
    [500_001n, { state: 'held', reason: 'highAmount', amount: 500_001n }],
  ])('of %s cents in a file of gifts of 5000', (amount, expected) =>
    given({ amount, gross: amount }).then(expected),
  );

  it('is new if a user is sure', () => given({ date: '2045-01-01', isSure: true }).then(isNew));

  it('is asked about after it was compared with the books', () =>
    given({ date: '2045-01-01' }, { similar }).then({
      state: 'held',
      reason: 'similar',
      like: D1,
    }));
});

describe('a gift whose number is recorded', () => {
  const named = recorded.named!;

  it('needs review if the giver is another one, and no correction is proposed', () =>
    given({ amount: 7_500n, gross: 7_500n }, { recorded: [{ ...recorded, giver: 'other' }] }).then({
      state: 'held',
      reason: 'numberOfOther',
      like: D1,
      gift: named,
    }));

  it('needs review if the giver has the same name and another address', () =>
    given({}, { recorded: [{ ...recorded, giver: 'maybe' }] }).then({
      state: 'held',
      reason: 'numberOfOther',
      like: D1,
      gift: named,
    }));

  it('needs review if the day is another one and nothing is known of the numbers', () =>
    given({}, { numbers: 'unsure', recorded: [{ ...recorded, isSameDay: false }] }).then({
      state: 'held',
      reason: 'numberOnOtherDay',
      like: D1,
      gift: named,
    }));

  it('is a duplicate on another day if the source gives each number once', () =>
    given({}, { recorded: [{ ...recorded, isSameDay: false }] }).then({
      state: 'duplicate',
      reason: 'sameNumber',
      like: D1,
    }));

  it('is new with another giver or day if the numbers start again', () => {
    const startAgain = { numbers: 'startAgain' } as const;
    given({}, { ...startAgain, recorded: [{ ...recorded, giver: 'other' }] }).then(isNew);
    given({}, { ...startAgain, recorded: [{ ...recorded, isSameDay: false }] }).then(isNew);
  });

  it('is a duplicate with the same giver, day and amount, also if the numbers start again', () =>
    given({}, { numbers: 'startAgain', recorded: [recorded] }).then({
      state: 'duplicate',
      reason: 'sameNumber',
      like: D1,
    }));

  it('is new if a user took it as another gift', () =>
    given(
      { decision: decided('separate', { gift: D1 }) },
      { recorded: [{ ...recorded, giver: 'other' }] },
    ).then(isNew));

  it('needs review if the file has more parts than are recorded', () => {
    const parts = { splits: true, recorded: [recorded] };
    given({}, { ...parts, part: 1 }).then({ state: 'duplicate', reason: 'sameNumber', like: D1 });
    given({}, { ...parts, part: 2 }).then({ state: 'held', reason: 'otherPart', like: D1 });
  });
});

describe('a gift that looks like a recorded one', () => {
  const { named } = similar;
  const change = { by: 'Olga Office', on: '2025-05-01' };

  it('needs review with its giver and day if day or record of the giver differs', () => {
    const elsewhere = { state: 'held', reason: 'similarElsewhere', like: D1, gift: named };
    given({}, { similar: { ...similar, isSameDay: false } }).then(elsewhere);
    given({}, { similar: { ...similar, isSameDonor: false } }).then(elsewhere);
  });

  it('needs review with who did it and when if it was corrected or deleted by hand', () => {
    const like = { state: 'held', like: D1, gift: named, by: change };
    given({}, { similar: { ...similar, was: 'corrected', change } }).then({
      ...like,
      reason: 'similarCorrected',
    });
    given({}, { similar: { ...similar, was: 'deleted', change } }).then({
      ...like,
      reason: 'similarDeleted',
    });
  });
});
