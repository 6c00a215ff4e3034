import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as newId } from 'uuid';
import { Books } from '../../../test/support/books.js';
import { testDatabase } from '../../../test/support/database/database.js';
import type { DonationFacts } from '../donation/donation.js';
import { codec, streamOf } from '../events.js';
import type { FundraiserFacts } from './fundraiser.js';

const database = await testDatabase();
afterAll(() => database.close());

let books: Books;
let roof: string;
let gift: DonationFacts;
beforeEach(async () => {
  books = await Books.of(database);
  roof = await books.campaign('Roof');
  gift = {
    donorId: await books.donor('Hannah'),
    amount: 2_500,
    currency: 'USD',
    date: '2025-06-15',
    paymentMethod: 'Check',
    campaignId: roof,
    fundraiserId: null,
  };
});

const facts = (changes: Partial<FundraiserFacts> = {}): FundraiserFacts => ({
  goal: 100,
  startDate: '2025-01-01',
  endDate: null,
  isActive: true,
  campaignId: roof,
  ...changes,
});

async function opened(changes: Partial<FundraiserFacts> = {}): Promise<string> {
  const id = newId();
  await books.appendEvents('fundraiser', id, [
    { type: 'FundraiserOpened', data: { fundraiserId: id, opening: 0, ...facts(changes) } },
  ]);
  return id;
}

const changed = (fundraiserId: string, changes: Partial<FundraiserFacts>) =>
  books.appendEvents('fundraiser', fundraiserId, [
    {
      type: 'FundraiserChanged',
      data: { fundraiserId, before: facts(), after: facts(changes), textChanged: false },
    },
  ]);

const removed = (fundraiserId: string) =>
  books.appendEvents('fundraiser', fundraiserId, [
    { type: 'FundraiserRemoved', data: { fundraiserId } },
  ]);

/**
 * Returns the cents that each fundraiser has received. Checks that `verify` finds no problem, and
 * that a rebuild calculates the same rows.
 */
async function readReceived(): Promise<Record<string, bigint>> {
  const read = async () => {
    expect((await books.verify()).problems).toEqual([]);
    const { fundraisers } = await books.shown();
    return Object.fromEntries(
      (fundraisers as { id: string; total: bigint }[]).map(({ id, total }) => [id, total]),
    );
  };
  const amounts = await read();
  const rows = await books.everything();
  await books.projector.rebuild(books.church, ['donations']);
  expect(await books.everything()).toEqual(rows);
  return amounts;
}

describe('the progress of a fundraiser', () => {
  it('counts donations of its campaign since its start date, but no earlier ones', async () => {
    const id = await opened({ startDate: '2025-06-15' });
    await books.recorded(gift);
    await books.recorded({ ...gift, amount: 1, date: '2025-06-14' });
    await books.recorded({ ...gift, amount: 10, campaignId: await books.campaign('Missions') });
    expect(await readReceived()).toEqual({ [id]: 2_500n });
  });

  it('counts donations that were recorded before it was created', async () => {
    await books.recorded(gift);
    await books.imported([gift, { ...gift, date: '2024-12-31' }]);
    const id = await opened();
    expect(await readReceived()).toEqual({ [id]: 5_000n });
  });

  it('counts donations after its end date, even if it is inactive', async () => {
    const id = await opened({ endDate: '2025-02-01' });
    await changed(id, { endDate: '2025-02-01', isActive: false });
    await books.recorded(gift);
    expect(await readReceived()).toEqual({ [id]: 2_500n });
  });

  it('changes if the date or the campaign of a donation is corrected', async () => {
    const id = await opened();
    const donationId = await books.recorded(gift);
    const corrected = async (before: DonationFacts, after: DonationFacts) =>
      books.appendEvents('donation', donationId, [
        { type: 'DonationCorrected', data: { donationId, before, after, textChanged: false } },
      ]);
    const early = { ...gift, date: '2024-12-31' };
    await corrected(gift, early);
    expect(await readReceived()).toEqual({});
    await corrected(early, gift);
    expect(await readReceived()).toEqual({ [id]: 2_500n });
    await corrected(gift, { ...gift, campaignId: await books.campaign('Missions') });
    expect(await readReceived()).toEqual({});
  });

  it('includes the rows of an import until its undo', async () => {
    const id = await opened();
    const { importId } = await books.imported([gift, gift, { ...gift, date: '2024-01-01' }]);
    expect(await readReceived()).toEqual({ [id]: 5_000n });
    await books.appendEvents('import', importId, [
      { type: 'DonationImportUndone', data: { importId, donations: 3, amount: 7_500 } },
    ]);
    expect(await readReceived()).toEqual({});
  });

  it('includes only donations before the start of the next fundraiser', async () => {
    await books.recorded(gift);
    const late = await opened({ startDate: '2025-06-16' });
    const early = await opened({ startDate: '2025-01-01' });
    await books.recorded({ ...gift, amount: 1, date: '2025-06-16' });
    expect(await readReceived()).toEqual({ [early]: 2_500n, [late]: 1n });
  });

  it('counts a donation only for the newer of two fundraisers with equal start dates', async () => {
    await opened();
    const second = await opened();
    await books.recorded(gift);
    expect(await readReceived()).toEqual({ [second]: 2_500n });
  });

  it('includes the donations of a later fundraiser after that one was removed', async () => {
    const early = await opened();
    const late = await opened({ startDate: '2025-03-01' });
    await books.recorded(gift);
    expect(await readReceived()).toEqual({ [late]: 2_500n });
    await removed(late);
    expect(await readReceived()).toEqual({ [early]: 2_500n });
    await removed(early);
    expect(await readReceived()).toEqual({});
  });

  it('is calculated again if a start date changes', async () => {
    const early = await opened();
    const late = await opened({ startDate: '2025-03-01' });
    await books.recorded(gift);
    await changed(late, { startDate: '2025-07-01' });
    expect(await readReceived()).toEqual({ [early]: 2_500n });
    await changed(early, { startDate: '2025-06-16' });
    expect(await readReceived()).toEqual({});
  });

  it('is calculated again if the campaign of the fundraiser changes', async () => {
    const missions = await books.campaign('Missions');
    const early = await opened();
    const late = await opened({ startDate: '2025-03-01' });
    await books.recorded(gift);
    await books.recorded({ ...gift, amount: 1, campaignId: missions });
    await changed(late, { startDate: '2025-03-01', campaignId: missions });
    expect(await readReceived()).toEqual({ [early]: 2_500n, [late]: 1n });
  });

  it('does not depend on the fundraiser that is named in an old event of a donation', async () => {
    const id = await opened({ startDate: '2026-01-01' });
    await books.recorded({ ...gift, fundraiserId: id });
    expect(await readReceived()).toEqual({});
  });

  it('is calculated for events of the first version, which do not name the campaign', async () => {
    const id = newId();
    const { campaignId: _campaignId, ...oldFacts } = facts();
    const stored = (revision: number, type: string, data: object) =>
      database.db.tenant(books.church, () =>
        books.store.append(books.church, streamOf(books.church, 'fundraiser', id), revision, [
          {
            id: newId(),
            type,
            version: 1,
            data: JSON.stringify({ fundraiserId: id, ...data }),
            metadata: JSON.stringify({ actor: null, correlation: 'test', cause: 'test' }),
          },
        ]),
      );
    await database.db.tenant(books.church, (tx) =>
      tx.sql(
        `insert into fundraiser_campaign (organization_id, fundraiser_id, campaign_id)
         values ($1, $2, $3)`,
        [books.church, id, roof],
      ),
    );
    await books.recorded(gift);
    await stored(-1, 'FundraiserOpened', { opening: 0, ...oldFacts, startDate: '2026-01-01' });
    expect(await readReceived()).toEqual({});
    await stored(0, 'FundraiserChanged', {
      before: { ...oldFacts, startDate: '2026-01-01' },
      after: oldFacts,
    });
    expect(await readReceived()).toEqual({ [id]: 2_500n });
    expect(
      codec.decode({ type: 'FundraiserOpened', version: 1, data: JSON.stringify(oldFacts) }).data,
    ).toEqual({ ...oldFacts, campaignId: null });
  });
});
