import { describe, expect, it } from '@jest/globals';
import { given } from '../../../test/support/decide.js';
import { donationDecider, type DonationEvent, type DonationFacts } from './donation.js';

const gift: DonationFacts = {
  donorId: 'hannah',
  amount: 2_500,
  currency: 'USD',
  date: '2025-12-31',
  paymentMethod: 'Cash',
  campaignId: 'general',
  fundraiserId: null,
};
const donationId = 'd';
const recorded: DonationEvent = {
  type: 'DonationRecorded',
  data: { donationId, gift, importId: null },
};
const raised: DonationEvent = {
  type: 'DonationCorrected',
  data: { donationId, before: gift, after: { ...gift, amount: 5_000 }, textChanged: false },
};
const voided: DonationEvent = { type: 'DonationVoided', data: { donationId, before: gift } };
const correct = (
  changes: Partial<DonationFacts>,
  expectedVersion: number | null = null,
  textChanged = false,
) => ({ do: 'correct', donationId, changes, textChanged, expectedVersion }) as const;
const notFoundMessage = 'This donation does not exist, or it was deleted.';

describe('a donation', () => {
  it('can be recorded only once', () => {
    given(donationDecider, []).when({ do: 'record', donationId, gift }).then([recorded]);
    given(donationDecider, [recorded])
      .when({ do: 'record', donationId, gift })
      .refused('conflict', 'This donation is already recorded.');
    given(donationDecider, [recorded, voided])
      .when({ do: 'record', donationId, gift })
      .refused('conflict');
  });

  it.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'is refused with the amount %p',
    (amount) => {
      given(donationDecider, [])
        .when({ do: 'record', donationId, gift: { ...gift, amount } })
        .refused('invalid', 'Amount must be greater than 0');
      given(donationDecider, [recorded])
        .when(correct({ amount }))
        .refused('invalid', 'Amount must be greater than 0');
    },
  );

  it.each<Partial<DonationFacts>>([
    { donorId: 'caleb' },
    { amount: 1 },
    { date: '2026-01-01' },
    { paymentMethod: 'Zeffy' },
    { campaignId: 'roof' },
    { fundraiserId: 'roof' },
  ])('is corrected by an event with the facts before and after: %p', (changes) => {
    given(donationDecider, [recorded])
      .when(correct(changes))
      .then([
        {
          type: 'DonationCorrected',
          data: { donationId, before: gift, after: { ...gift, ...changes }, textChanged: false },
        },
      ]);
  });

  it('is corrected from its present facts, not from its original ones', () => {
    given(donationDecider, [recorded, raised])
      .when(correct({ date: '2025-01-01' }))
      .then([
        {
          type: 'DonationCorrected',
          data: {
            donationId,
            before: { ...gift, amount: 5_000 },
            after: { ...gift, amount: 5_000, date: '2025-01-01' },
            textChanged: false,
          },
        },
      ]);
  });

  it('gets no event if nothing changes, unless its texts have changed', () => {
    given(donationDecider, [recorded]).when(correct({})).then([]);
    given(donationDecider, [recorded])
      .when(correct({ ...gift }))
      .then([]);
    given(donationDecider, [recorded])
      .when(correct({}, null, true))
      .then([
        {
          type: 'DonationCorrected',
          data: { donationId, before: gift, after: gift, textChanged: true },
        },
      ]);
  });

  it('can be restored once after it was voided, with the facts that it had then', () => {
    const restore = { do: 'restore', donationId, expectedVersion: null } as const;
    const restored: DonationEvent = { type: 'DonationRestored', data: { donationId, gift } };
    given(donationDecider, [recorded, voided]).when(restore).then([restored]);
    given(donationDecider, [
      recorded,
      raised,
      { ...voided, data: { donationId, before: { ...gift, amount: 5_000 } } },
    ])
      .when({ ...restore, expectedVersion: 3 })
      .then([{ type: 'DonationRestored', data: { donationId, gift: { ...gift, amount: 5_000 } } }]);
    given(donationDecider, [recorded, voided])
      .when({ ...restore, expectedVersion: 1 })
      .refused('stale');
    given(donationDecider, [recorded, voided, restored])
      .when(restore)
      .refused('conflict', 'This donation is not deleted.');
    given(donationDecider, []).when(restore).refused('not-found');
    given(donationDecider, [recorded, voided, restored])
      .when({ do: 'void', donationId, expectedVersion: 3 })
      .then([voided]);
  });

  it('can be voided once, by an event with its facts', () => {
    given(donationDecider, [recorded])
      .when({ do: 'void', donationId, expectedVersion: null })
      .then([voided]);
    given(donationDecider, [recorded, raised])
      .when({ do: 'void', donationId, expectedVersion: 2 })
      .then([{ type: 'DonationVoided', data: { donationId, before: { ...gift, amount: 5_000 } } }]);
    given(donationDecider, [recorded, voided])
      .when({ do: 'void', donationId, expectedVersion: null })
      .refused('not-found', notFoundMessage);
  });

  it('cannot be changed if it was never recorded or was voided', () => {
    given(donationDecider, [])
      .when(correct({ amount: 1 }))
      .refused('not-found', notFoundMessage);
    given(donationDecider, [])
      .when({ do: 'void', donationId, expectedVersion: null })
      .refused('not-found', notFoundMessage);
    given(donationDecider, [recorded, voided])
      .when(correct({ amount: 1 }))
      .refused('not-found', notFoundMessage);
  });

  it('is not changed by a user who has seen another version', () => {
    given(donationDecider, [recorded, raised])
      .when(correct({ amount: 1 }, 1))
      .refused('stale');
    given(donationDecider, [recorded, raised])
      .when({ do: 'void', donationId, expectedVersion: 3 })
      .refused('stale');
    given(donationDecider, [recorded, raised])
      .when(correct({ amount: 5_000 }, 2))
      .then([]);
  });

  it('has versions that are counted from 1', () => {
    expect(given(donationDecider, []).state.version).toBe(0);
    expect(given(donationDecider, [recorded]).state.version).toBe(1);
    expect(given(donationDecider, [recorded, raised, voided]).state).toEqual({
      is: 'voided',
      version: 3,
      gift,
    });
  });
});
