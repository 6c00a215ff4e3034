import { v7 as newId } from 'uuid';
import type { DonationFacts } from '../../src/giving/donation/donation.js';
import type { Books } from './books.js';
import { cashDonation } from './giving/donation-books.js';

/** Values of the events that `recordYear` appends, with which tests compare. */
export interface YearOfGiving {
  gift: DonationFacts;
  /** The donor who is also the actor of the corrections. */
  caleb: string;
}

/** Appends 27 events, at least one of every kind. */
export async function recordYear(books: Books): Promise<YearOfGiving> {
  const [hannah, general] = [await books.donor('Hannah'), await books.campaign('General Fund')];
  const caleb = await books.donor('Caleb');
  const gift = cashDonation(hannah, general);
  const [fundraiserId, pledgeId] = [newId(), newId()];
  const terms = {
    goal: 500_000,
    startDate: '2025-01-01',
    endDate: null,
    isActive: true,
    campaignId: null,
  };
  await books.appendEvents(
    'fundraiser',
    fundraiserId,
    [{ type: 'FundraiserOpened', data: { fundraiserId, opening: 0, ...terms } }],
    caleb,
  );
  await books.appendEvents(
    'pledge',
    pledgeId,
    [
      {
        type: 'PledgeMade',
        data: { pledgeId, userId: caleb, year: 2025, amount: 100, frequency: 'Weekly' },
      },
    ],
    caleb,
  );
  for (let n = 1; n <= 8; n++) {
    const facts = {
      ...gift,
      amount: n * 125,
      date: `2025-0${n}-01`,
      fundraiserId: n % 2 ? fundraiserId : null,
    };
    const id = await books.recorded(facts);
    const after = { ...facts, donorId: caleb, amount: 5_000 };
    if (n % 3 === 0)
      await books.appendEvents(
        'donation',
        id,
        [
          {
            type: 'DonationCorrected',
            data: { donationId: id, before: facts, after, textChanged: false },
          },
        ],
        caleb,
      );
    if (n % 4 === 0)
      await books.appendEvents(
        'donation',
        id,
        [{ type: 'DonationVoided', data: { donationId: id, before: facts } }],
        caleb,
      );
    if (n === 8)
      await books.appendEvents(
        'donation',
        id,
        [{ type: 'DonationRestored', data: { donationId: id, gift: facts } }],
        caleb,
      );
  }
  await books.imported([gift, { ...gift, donorId: caleb }, { ...gift, amount: 1 }]);
  const { importId } = await books.imported([gift, gift]);
  await books.appendEvents(
    'import',
    importId,
    [{ type: 'DonationImportUndone', data: { importId, donations: 2, amount: 5_000 } }],
    caleb,
  );
  await books.appendEvents(
    'fundraiser',
    fundraiserId,
    [
      {
        type: 'FundraiserChanged',
        data: { fundraiserId, before: terms, after: { ...terms, goal: 100 }, textChanged: false },
      },
    ],
    caleb,
  );
  await books.appendEvents(
    'fundraiser',
    fundraiserId,
    [{ type: 'FundraiserRemoved', data: { fundraiserId } }],
    caleb,
  );
  const changedTerms = { amount: 100, frequency: 'Weekly' } as const;
  await books.appendEvents(
    'pledge',
    pledgeId,
    [
      {
        type: 'PledgeChanged',
        data: {
          pledgeId,
          before: changedTerms,
          after: { ...changedTerms, amount: 200 },
          textChanged: false,
        },
      },
    ],
    caleb,
  );
  const otherTerms = { ...terms, campaignId: gift.campaignId, startDate: '2025-03-01' };
  const otherId = newId();
  await books.appendEvents('fundraiser', otherId, [
    { type: 'FundraiserOpened', data: { fundraiserId: otherId, opening: 0, ...otherTerms } },
  ]);
  return { gift, caleb };
}
