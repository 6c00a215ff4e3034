import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as newId } from 'uuid';
import type { Books } from '../../../test/support/books.js';
import { testDatabase } from '../../../test/support/database/database.js';
import {
  createDonationBooks,
  type DonationBooks,
} from '../../../test/support/giving/donation-books.js';
import { deliverAgain } from '../../../test/support/second-delivery.js';
import type { GivingEvent } from '../events.js';
import type { DonationFacts } from './donation.js';

const database = await testDatabase();
let books: Books;
let caleb: string;
let general: string;
let roof: string;
let gift: DonationFacts;
let correctDonation: DonationBooks['correctDonation'];

afterAll(() => database.close());
beforeEach(async () => {
  ({ books, caleb, general, roof, gift, correctDonation } = await createDonationBooks(database));
});

const versions = (donationId: string) =>
  database.db.tenant(books.church, (tx) =>
    tx.sql<{
      version: number;
      state: string;
      from: bigint;
      to: bigint | null;
      amount: bigint;
      by: string | null;
      event_id: string;
      text_event_id: string;
    }>(
      `select version,
              state,
              from_journal as from,
              to_journal as to,
              amount,
              changed_by as by,
              event_id,
              text_event_id
         from donation_version
        where organization_id = $1 and donation_id = $2
        order by version`,
      [books.church, donationId],
    ),
  );

/** Opens a fundraiser. */
async function opened(campaignId: string | null, startDate: string, id = newId()): Promise<string> {
  const facts = { goal: 100, startDate, endDate: null, isActive: true, campaignId };
  await books.appendEvents('fundraiser', id, [
    { type: 'FundraiserOpened', data: { fundraiserId: id, opening: 0, ...facts } },
  ]);
  return id;
}

const nothing = { ledger: [], campaigns: [], months: [], fundraisers: [] };

describe('the projection of donations', () => {
  it('inserts the first version of a recorded donation, and adds it to every total', async () => {
    const fundraiserId = await opened(roof, '2025-12-31');
    const donationId = await books.recorded({ ...gift, campaignId: roof });
    await deliverAgain(books);
    expect(await books.shown()).toEqual({
      ledger: [{ donor: 'Hannah', year: 2025, total: 2_500n, count: 1 }],
      campaigns: [{ campaign: 'Roof', year: 2025, total: 2_500n, count: 1 }],
      months: [{ month: '2025-12', method: 'Cash', total: 2_500n, count: 1 }],
      fundraisers: [{ id: fundraiserId, donor: 'Hannah', total: 2_500n, count: 1 }],
    });
    expect(await versions(donationId)).toMatchObject([
      { version: 1, state: 'given', from: 2n, to: null, amount: 2_500n, by: null },
    ]);
  });

  it('adds a recorded donation to existing totals', async () => {
    await books.recorded(gift);
    await books.recorded({ ...gift, amount: 1, paymentMethod: 'Zeffy' });
    await deliverAgain(books);
    const { ledger, months } = await books.shown();
    expect(ledger).toEqual([{ donor: 'Hannah', year: 2025, total: 2_501n, count: 2 }]);
    expect(months).toEqual([
      { month: '2025-12', method: 'Cash', total: 2_500n, count: 1 },
      { month: '2025-12', method: 'Zeffy', total: 1n, count: 1 },
    ]);
  });

  it('closes the version of a corrected donation, and adds one with the actor', async () => {
    const donationId = await books.recorded(gift);
    await correctDonation(donationId, gift, { amount: 9_900 });
    expect((await books.shown()).ledger).toEqual([
      { donor: 'Hannah', year: 2025, total: 9_900n, count: 1 },
    ]);
    const [first, second] = await versions(donationId);
    expect(first).toMatchObject({ version: 1, from: 1n, to: 2n, amount: 2_500n, by: null });
    expect(second).toMatchObject({
      version: 2,
      state: 'given',
      from: 2n,
      to: null,
      amount: 9_900n,
      by: caleb,
      text_event_id: first!.event_id,
    });
  });

  it('reads corrected texts from the new event', async () => {
    const donationId = await books.recorded(gift);
    await correctDonation(donationId, gift, {}, true);
    const [, second] = await versions(donationId);
    expect(second!.text_event_id).toBe(second!.event_id);
    expect((await books.shown()).ledger).toEqual([
      { donor: 'Hannah', year: 2025, total: 2_500n, count: 1 },
    ]);
  });

  it('moves a donation to a corrected donor, and deletes the empty total', async () => {
    const donationId = await books.recorded(gift);
    await correctDonation(donationId, gift, { donorId: caleb });
    expect((await books.shown()).ledger).toEqual([
      { donor: 'Caleb', year: 2025, total: 2_500n, count: 1 },
    ]);
  });

  it('moves a donation with a corrected date to another year and month', async () => {
    const donationId = await books.recorded(gift);
    await books.recorded({ ...gift, amount: 100 });
    await correctDonation(donationId, gift, { date: '2026-01-01' });
    expect(await books.shown()).toMatchObject({
      ledger: [
        { year: 2025, total: 100n, count: 1 },
        { year: 2026, total: 2_500n, count: 1 },
      ],
      campaigns: [
        { year: 2025, total: 100n },
        { year: 2026, total: 2_500n },
      ],
      months: [
        { month: '2025-12', total: 100n },
        { month: '2026-01', total: 2_500n },
      ],
    });
  });

  it('moves an amount to other totals if its method and campaign are corrected', async () => {
    await opened(general, '2025-01-01');
    const other = await opened(roof, '2025-01-01');
    const donationId = await books.recorded(gift);
    const now = await correctDonation(donationId, gift, {
      paymentMethod: 'Zeffy',
      campaignId: roof,
    });
    expect(await books.shown()).toMatchObject({
      campaigns: [{ campaign: 'Roof', total: 2_500n }],
      months: [{ method: 'Zeffy', total: 2_500n }],
      fundraisers: [{ id: other, donor: 'Hannah', total: 2_500n, count: 1 }],
    });
    await correctDonation(donationId, now, { campaignId: await books.campaign('Missions') });
    expect((await books.shown()).fundraisers).toEqual([]);
  });

  it('removes a donation from its fundraiser if its date is before the start', async () => {
    const fundraiserId = await opened(general, '2025-12-31');
    const donationId = await books.recorded(gift);
    expect((await books.shown()).fundraisers).toMatchObject([{ id: fundraiserId }]);
    const now = await correctDonation(donationId, gift, { date: '2025-12-30' });
    expect((await books.shown()).fundraisers).toEqual([]);
    await correctDonation(donationId, now, { date: '2026-01-01' });
    expect((await books.shown()).fundraisers).toMatchObject([{ id: fundraiserId, count: 1 }]);
  });

  it('adds an empty version for a voided donation, and subtracts it from the totals', async () => {
    await opened(general, '2025-01-01');
    const donationId = await books.recorded(gift);
    await books.appendEvents(
      'donation',
      donationId,
      [{ type: 'DonationVoided', data: { donationId, before: gift } }],
      caleb,
    );
    await deliverAgain(books);
    expect(await books.shown()).toEqual(nothing);
    expect(await versions(donationId)).toMatchObject([
      { version: 1, state: 'given', from: 2n, to: 3n },
      { version: 2, state: 'voided', from: 3n, to: 3n, by: caleb },
    ]);
  });

  it('adds all donations of an import under the journal number of its marker', async () => {
    const gifts = [gift, { ...gift, donorId: caleb, amount: 100 }];
    const { donations } = await books.imported(gifts);
    await deliverAgain(books);
    expect((await books.shown()).ledger).toEqual([
      { donor: 'Caleb', year: 2025, total: 100n, count: 1 },
      { donor: 'Hannah', year: 2025, total: 2_500n, count: 1 },
    ]);
    for (const id of donations)
      expect(await versions(id)).toMatchObject([{ version: 1, from: 1n, to: null }]);
    expect(
      await books.texts('select number::text as text from journal where organization_id = $1'),
    ).toEqual(['1']);
  });

  it('refuses rows of an import without a marker, and a marker without rows', async () => {
    const importId = newId();
    const rows = [1, 2].map((): GivingEvent => ({
      type: 'DonationRecorded',
      data: { donationId: newId(), gift, importId },
    }));
    await expect(books.appendEvents('import', importId, rows)).rejects.toThrow(
      'An import comes as a whole.',
    );
    const marker: GivingEvent = {
      type: 'DonationImportCommitted',
      data: { importId, donations: 2, amount: 5_000 },
    };
    await expect(books.appendEvents('import', importId, [marker])).rejects.toThrow(
      'An import comes as a whole.',
    );
    expect(
      await books.texts('select id::text as text from event where organization_id = $1'),
    ).toEqual([]);
    expect(await books.shown()).toEqual(nothing);
  });

  it('voids only the donations of an undone import that are not yet voided', async () => {
    const { importId, donations } = await books.imported([
      gift,
      { ...gift, amount: 200 },
      { ...gift, amount: 300 },
    ]);
    await books.recorded({ ...gift, donorId: caleb, amount: 7 });
    await correctDonation(donations[0]!, gift, { donorId: caleb, date: '2024-01-01' });
    await books.appendEvents('donation', donations[1]!, [
      {
        type: 'DonationVoided',
        data: { donationId: donations[1]!, before: { ...gift, amount: 200 } },
      },
    ]);
    await books.appendEvents(
      'import',
      importId,
      [{ type: 'DonationImportUndone', data: { importId, donations: 2, amount: 2_800 } }],
      caleb,
    );
    await deliverAgain(books);
    expect((await books.shown()).ledger).toEqual([
      { donor: 'Caleb', year: 2025, total: 7n, count: 1 },
    ]);
    expect((await versions(donations[0]!)).map(({ state }) => state)).toEqual([
      'given',
      'given',
      'voided',
    ]);
    expect((await versions(donations[1]!)).map(({ state }) => state)).toEqual(['given', 'voided']);
    expect((await versions(donations[2]!)).map(({ state }) => state)).toEqual(['given', 'voided']);
    expect((await books.verify()).problems).toEqual([]);
  });
});
