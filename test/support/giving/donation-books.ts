import type { DonationFacts } from '../../../src/giving/donation/donation.js';
import { Books } from '../books.js';
import type { TestDatabase } from '../database/database.js';
import { deliverAgain } from '../second-delivery.js';

/** The giving records of a church with two donors and two campaigns, but without donations. */
export interface DonationBooks {
  books: Books;
  /** the id of the donor of `gift` */
  hannah: string;
  /** the id of the other donor, who is also the actor of corrections */
  caleb: string;
  /** the id of the campaign of `gift` */
  general: string;
  /** the id of the other campaign */
  roof: string;
  gift: DonationFacts;
  /** Corrects a donation, delivers the event twice, and returns the facts after it. */
  correctDonation: (
    donationId: string,
    before: DonationFacts,
    changes: Partial<DonationFacts>,
    textChanged?: boolean,
  ) => Promise<DonationFacts>;
}

/** Returns a donation of 25 dollars in cash at the end of 2025. */
export const cashDonation = (donorId: string, campaignId: string): DonationFacts => ({
  donorId,
  amount: 2_500,
  currency: 'USD',
  date: '2025-12-31',
  paymentMethod: 'Cash',
  campaignId,
  fundraiserId: null,
});

/** Creates a church with its donors and campaigns. */
export async function createDonationBooks(database: TestDatabase): Promise<DonationBooks> {
  const books = await Books.of(database);
  const hannah = await books.donor('Hannah');
  const caleb = await books.donor('Caleb');
  const general = await books.campaign('General Fund');
  const roof = await books.campaign('Roof');
  return {
    books,
    hannah,
    caleb,
    general,
    roof,
    gift: cashDonation(hannah, general),
    async correctDonation(donationId, before, changes, textChanged = false) {
      const after = { ...before, ...changes };
      await books.appendEvents(
        'donation',
        donationId,
        [{ type: 'DonationCorrected', data: { donationId, before, after, textChanged } }],
        caleb,
      );
      await deliverAgain(books);
      return after;
    },
  };
}
