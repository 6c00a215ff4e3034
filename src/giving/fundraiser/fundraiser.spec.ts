import { describe, expect, it } from '@jest/globals';
import { given } from '../../../test/support/decide.js';
import { fundraiserDecider, type FundraiserEvent, type FundraiserFacts } from './fundraiser.js';

const fundraiserId = 'f';
const facts: FundraiserFacts = {
  goal: 500_000,
  startDate: '2025-01-01',
  endDate: '2025-12-31',
  isActive: true,
  campaignId: 'roof',
};
const opened: FundraiserEvent = {
  type: 'FundraiserOpened',
  data: { fundraiserId, opening: 0, ...facts },
};
const removed: FundraiserEvent = { type: 'FundraiserRemoved', data: { fundraiserId } };
const open = { do: 'open', fundraiserId, opening: 0, ...facts } as const;
const change = (changes: Partial<FundraiserFacts>) =>
  ({ do: 'change', fundraiserId, changes, textChanged: false, expectedVersion: null }) as const;

describe('a fundraiser', () => {
  it('can be opened only once, with the amount that was raised before', () => {
    given(fundraiserDecider, [])
      .when({ ...open, opening: 2_500 })
      .then([{ type: 'FundraiserOpened', data: { fundraiserId, opening: 2_500, ...facts } }]);
    given(fundraiserDecider, [opened])
      .when(open)
      .refused('conflict', 'This fundraiser already exists.');
    given(fundraiserDecider, [opened, removed]).when(open).refused('conflict');
  });

  it('cannot have a negative opening amount', () =>
    given(fundraiserDecider, [])
      .when({ ...open, opening: -1 })
      .refused('invalid', 'The opening amount cannot be negative.'));

  it('must have a goal of at least one dollar', () => {
    given(fundraiserDecider, [])
      .when({ ...open, goal: 99 })
      .refused('invalid', 'Goal must be at least $1');
    given(fundraiserDecider, [opened])
      .when(change({ goal: 0 }))
      .refused('invalid', 'Goal must be at least $1');
    given(fundraiserDecider, [])
      .when({ ...open, goal: 100 })
      .then([{ ...opened, data: { ...opened.data, goal: 100 } }]);
  });

  it('cannot end before it starts, but may end on the same day or never', () => {
    const message = 'The end date must not be before the start date.';
    given(fundraiserDecider, [])
      .when({ ...open, endDate: '2024-12-31' })
      .refused('invalid', message);
    given(fundraiserDecider, [opened])
      .when(change({ startDate: '2026-01-01' }))
      .refused('invalid', message);
    for (const endDate of ['2025-01-01', null]) {
      given(fundraiserDecider, [opened])
        .when(change({ endDate }))
        .then([
          {
            type: 'FundraiserChanged',
            data: {
              fundraiserId,
              before: facts,
              after: { ...facts, endDate },
              textChanged: false,
            },
          },
        ]);
    }
  });

  it.each<Partial<FundraiserFacts>>([
    { goal: 100 },
    { startDate: '2025-02-01' },
    { endDate: null },
    { isActive: false },
    { campaignId: 'missions' },
  ])('is changed by an event with the facts before and after: %p', (changes) => {
    given(fundraiserDecider, [opened])
      .when(change(changes))
      .then([
        {
          type: 'FundraiserChanged',
          data: {
            fundraiserId,
            before: facts,
            after: { ...facts, ...changes },
            textChanged: false,
          },
        },
      ]);
  });

  it('gets no event if nothing changes', () => {
    given(fundraiserDecider, [opened]).when(change({})).then([]);
    given(fundraiserDecider, [opened])
      .when(change({ ...facts }))
      .then([]);
  });

  it('gets an event even if only its text has changed', () => {
    given(fundraiserDecider, [opened])
      .when({ ...change({}), textChanged: true })
      .then([
        {
          type: 'FundraiserChanged',
          data: { fundraiserId, before: facts, after: facts, textChanged: true },
        },
      ]);
  });

  it('is not changed by a user who has seen another version', () => {
    given(fundraiserDecider, [opened])
      .when({ ...change({ goal: 100 }), expectedVersion: 2 })
      .refused('stale');
    given(fundraiserDecider, [opened])
      .when({ ...change({}), expectedVersion: 1 })
      .then([]);
  });

  it('cannot be removed or changed before it was opened or after it was removed', () => {
    given(fundraiserDecider, [opened]).when({ do: 'remove', fundraiserId }).then([removed]);
    for (const history of [[], [opened, removed]]) {
      given(fundraiserDecider, history)
        .when({ do: 'remove', fundraiserId })
        .refused('not-found', 'This fundraiser does not exist.');
      given(fundraiserDecider, history)
        .when(change({ goal: 100 }))
        .refused('not-found');
    }
  });

  it('has the state that follows from its events', () => {
    const changed: FundraiserEvent = {
      type: 'FundraiserChanged',
      data: {
        fundraiserId,
        before: facts,
        after: { ...facts, isActive: false },
        textChanged: false,
      },
    };
    expect(given(fundraiserDecider, [opened, changed]).state).toEqual({
      is: 'open',
      version: 2,
      ...facts,
      isActive: false,
    });
    expect(given(fundraiserDecider, [opened, changed, removed]).state).toEqual({ is: 'removed' });
  });
});
