import { describe, expect, it } from '@jest/globals';
import { given } from '../../../test/support/decide.js';
import { pledgeDecider, type PledgeEvent } from './pledge.js';

const pledgeId = 'p';
const facts = { amount: 120_000, frequency: 'Monthly' } as const;
const pledgeMade: PledgeEvent = {
  type: 'PledgeMade',
  data: { pledgeId, userId: 'hannah', year: 2026, ...facts },
};
const make = { do: 'make', pledgeId, userId: 'hannah', year: 2026, ...facts } as const;
const tooSmallMessage = 'Pledge amount must be at least $1';

describe('a pledge', () => {
  it('is recorded by the event PledgeMade', () =>
    given(pledgeDecider, []).when(make).then([pledgeMade]));

  it('can be made only once for a user and year', () => {
    given(pledgeDecider, [pledgeMade])
      .when({ ...make, amount: 1 })
      .refused('conflict', 'You already have a pledge for 2026. Update that one instead.');
  });

  it('must be at least one dollar', () => {
    given(pledgeDecider, [])
      .when({ ...make, amount: 99 })
      .refused('invalid', tooSmallMessage);
    given(pledgeDecider, [])
      .when({ ...make, amount: 100 })
      .then([{ ...pledgeMade, data: { ...pledgeMade.data, amount: 100 } }]);
    given(pledgeDecider, [pledgeMade])
      .when({
        do: 'change',
        pledgeId,
        changes: { amount: 99 },
        textChanged: false,
        expectedVersion: null,
      })
      .refused('invalid', tooSmallMessage);
  });

  it('is changed by an event with the facts before and after', () => {
    given(pledgeDecider, [pledgeMade])
      .when({
        do: 'change',
        pledgeId,
        changes: { amount: 240_000 },
        textChanged: false,
        expectedVersion: null,
      })
      .then([
        {
          type: 'PledgeChanged',
          data: {
            pledgeId,
            before: facts,
            after: { amount: 240_000, frequency: 'Monthly' },
            textChanged: false,
          },
        },
      ]);
    given(pledgeDecider, [pledgeMade])
      .when({
        do: 'change',
        pledgeId,
        changes: { frequency: 'Weekly' },
        textChanged: true,
        expectedVersion: null,
      })
      .then([
        {
          type: 'PledgeChanged',
          data: {
            pledgeId,
            before: facts,
            after: { amount: 120_000, frequency: 'Weekly' },
            textChanged: true,
          },
        },
      ]);
  });

  it('gets no event if nothing changes, unless its notes have changed', () => {
    given(pledgeDecider, [pledgeMade])
      .when({
        do: 'change',
        pledgeId,
        changes: { ...facts },
        textChanged: false,
        expectedVersion: null,
      })
      .then([]);
    given(pledgeDecider, [pledgeMade])
      .when({ do: 'change', pledgeId, changes: {}, textChanged: true, expectedVersion: null })
      .then([
        {
          type: 'PledgeChanged',
          data: { pledgeId, before: facts, after: facts, textChanged: true },
        },
      ]);
  });

  it('is not changed if the user has seen another version', () => {
    const changed: PledgeEvent = {
      type: 'PledgeChanged',
      data: { pledgeId, before: facts, after: { ...facts, amount: 500 }, textChanged: false },
    };
    const change = (expectedVersion: number | null, amount: number) =>
      given(pledgeDecider, [pledgeMade, changed]).when({
        do: 'change',
        pledgeId,
        changes: { amount },
        textChanged: false,
        expectedVersion,
      });
    const expectedEvents = [
      {
        type: 'PledgeChanged' as const,
        data: {
          pledgeId,
          before: { ...facts, amount: 500 },
          after: { ...facts, amount: 900 },
          textChanged: false,
        },
      },
    ];
    const staleMessage =
      'Your pledge was changed in the meantime, perhaps on another device. ' +
      'Nothing of this change was saved yet.';
    change(1, 900).refused('stale', staleMessage);
    change(1, 500).refused('stale', staleMessage);
    change(2, 900).then(expectedEvents);
    change(null, 900).then(expectedEvents);
  });

  it('cannot be changed if it was never made', () => {
    given(pledgeDecider, [])
      .when({
        do: 'change',
        pledgeId,
        changes: { amount: 500 },
        textChanged: false,
        expectedVersion: null,
      })
      .refused('not-found', 'This pledge does not exist.');
  });

  it('has the state that follows from its events', () => {
    const changed: PledgeEvent = {
      type: 'PledgeChanged',
      data: {
        pledgeId,
        before: facts,
        after: { amount: 1_000, frequency: 'Weekly' },
        textChanged: false,
      },
    };
    expect(given(pledgeDecider, [pledgeMade, changed]).state).toEqual({
      exists: true,
      version: 2,
      userId: 'hannah',
      year: 2026,
      amount: 1_000,
      frequency: 'Weekly',
    });
    expect(given(pledgeDecider, [changed]).state).toEqual({ exists: false });
  });
});
