import { describe, it } from '@jest/globals';
import {
  D1,
  decided,
  given,
  isNew,
  recorded,
  similar,
} from '../../../../test/support/giving/classified-rows.js';

describe('a gift that resembles no recorded gift', () => {
  it('is new', () => given({}).then(isNew));

  it('is skipped if a user skips it, with the verdict that it would otherwise have', () =>
    given({ decision: decided('skip') }).then({
      state: 'setAside',
      reason: 'skipped',
      instead: isNew,
    }));
});

describe('a row that is not compared with other gifts', () => {
  it('is no gift if it is a total of the file', () =>
    given({ says: 'total', amount: null }).then({ state: 'setAside', reason: 'total' }));

  it('is no gift if its status says that the payment failed', () =>
    given({ says: 'not', field: 'status', word: 'Failed' }).then({
      state: 'setAside',
      reason: 'word',
      field: 'status',
      word: 'Failed',
    }));

  it('needs a decision if the meaning of its status is unknown', () =>
    given({ says: 'ask', field: 'status', word: 'Lost' }).then({
      state: 'held',
      reason: 'word',
      field: 'status',
      word: 'Lost',
    }));

  it('is no gift if all its money was returned', () =>
    given({ says: 'returned', amount: 0n, refunded: 5_000n }).then({
      state: 'setAside',
      reason: 'returned',
      gross: 5_000n,
    }));

  it('is an error with all of its issues', () => {
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

describe('a gift of an uncertain giver', () => {
  const unknown = {
    giverQuestion: 'unknownGiver' as const,
    issues: [{ is: 'unknownName', text: 'Ada Example', problem: 'name', field: 'name' } as const],
  };

  it('needs review if no donor has the name or address', () =>
    given(unknown).then({
      state: 'held',
      reason: 'unknownGiver',
      name: 'Ada Example',
      email: null,
      hint: null,
    }));

  it('is an error in a file in the format of the template', () =>
    given(unknown, { isTemplate: true }).then({
      state: 'rejected',
      issues: unknown.issues,
      namesGiver: true,
    }));

  it('needs review if several guests have the name', () =>
    given({ giverQuestion: 'severalGuests' }).then({
      state: 'held',
      reason: 'severalGuests',
      name: 'Ada Example',
      email: null,
      hint: null,
    }));

  it('needs review because of its giver even if it has a number of a recorded gift', () =>
    given({ giverQuestion: 'member' }, { recorded: [recorded] }).then({
      state: 'held',
      reason: 'member',
      name: 'Ada Example',
      email: null,
      hint: null,
    }));
});

describe('an unusual gift', () => {
  it.each([
    ['2025-06-01', isNew],
    ['2025-06-02', { state: 'held', reason: 'futureDate', date: '2025-06-02' }],
    ['2015-06-01', isNew],
    ['2015-05-31', { state: 'held', reason: 'oldDate', date: '2015-05-31' }],
  ])('is recognized by its date: %s', (date, expected) => given({ date }).then(expected));

  it.each([
    [500_000n, isNew],
    [500_001n, { state: 'held', reason: 'highAmount', amount: 500_001n }],
  ])('is recognized by its amount in a file of gifts of 5000 cents: %s', (amount, expected) =>
    given({ amount, gross: amount }).then(expected),
  );

  it('is new if a user has confirmed it', () =>
    given({ date: '2045-01-01', isSure: true }).then(isNew));

  it('needs review as a possible duplicate first if it resembles a recorded gift', () =>
    given({ date: '2045-01-01' }, { similar }).then({
      state: 'held',
      reason: 'similar',
      like: D1,
    }));
});
