import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as newId } from 'uuid';
import { projected, type Books } from '../../test/support/books.js';
import { testDatabase } from '../../test/support/database/database.js';
import {
  createDonationBooks,
  type DonationBooks,
} from '../../test/support/giving/donation-books.js';
import type { DonationFacts } from './donation/donation.js';
import type { FundraiserFacts } from './fundraiser/fundraiser.js';

const database = await testDatabase();
let books: Books;
let hannah: string;
let caleb: string;
let general: string;
let roof: string;
let gift: DonationFacts;
let correctDonation: DonationBooks['correctDonation'];

afterAll(() => database.close());
beforeEach(async () => {
  ({ books, hannah, caleb, general, roof, gift, correctDonation } =
    await createDonationBooks(database));
});

/** Opens a fundraiser. */
async function opened(campaignId: string | null, startDate: string, id = newId()): Promise<string> {
  const facts = { goal: 100, startDate, endDate: null, isActive: true, campaignId };
  await books.appendEvents('fundraiser', id, [
    { type: 'FundraiserOpened', data: { fundraiserId: id, opening: 0, ...facts } },
  ]);
  return id;
}

/** Changes a fundraiser that starts on the first day of 2025. */
async function changed(
  fundraiserId: string,
  changes: Partial<FundraiserFacts>,
  campaignId = general,
): Promise<void> {
  const before = {
    goal: 100,
    startDate: '2025-01-01',
    endDate: null,
    isActive: true,
    campaignId,
  };
  await books.appendEvents('fundraiser', fundraiserId, [
    {
      type: 'FundraiserChanged',
      data: { fundraiserId, before, after: { ...before, ...changes }, textChanged: false },
    },
  ]);
}

describe('the rebuild of a projection', () => {
  /** Appends events of all kinds. */
  async function recordEvents(): Promise<void> {
    const pledgeId = newId();
    const fundraiserId = await opened(general, '2025-01-01');
    await books.appendEvents('pledge', pledgeId, [
      {
        type: 'PledgeMade',
        data: { pledgeId, userId: hannah, year: 2025, amount: 100, frequency: 'Weekly' },
      },
    ]);
    const first = await books.recorded(gift);
    const { importId, donations } = await books.imported([gift, { ...gift, donorId: caleb }]);
    await correctDonation(donations[1]!, { ...gift, donorId: caleb }, { date: '2024-02-29' }, true);
    await changed(fundraiserId, { startDate: '2024-01-01' });
    await changed(await opened(general, '2025-06-15'), { startDate: '2026-01-01' });
    await books.imported([{ ...gift, donorId: caleb, paymentMethod: 'Zeffy' }]);
    await correctDonation(first, gift, { donorId: caleb, campaignId: roof });
    await books.appendEvents('import', importId, [
      { type: 'DonationImportUndone', data: { importId, donations: 2, amount: 5_000 } },
    ]);
    const gone = await books.recorded({ ...gift, amount: 5 });
    await books.appendEvents('donation', gone, [
      { type: 'DonationVoided', data: { donationId: gone, before: gift } },
    ]);
  }
  const builds = () =>
    books.texts(`select distinct build || ' ' || t as text from (
    ${Object.values(projected)
      .flat()
      .map((table) => `select build, '${table}' as t from ${table} where organization_id = $1`)
      .join(' union all ')}) b order by 1`);

  it.each(Object.keys(projected))(
    'creates exactly the same rows of %s, and does not change the journal',
    async (name) => {
      await recordEvents();
      const live = await books.everything();
      const journal = await books.texts(
        'select j::text as text from journal j where organization_id = $1 order by number',
      );
      const progress: string[] = [];
      await books.projector.rebuild(books.church, [name], ({ done, total }) =>
        progress.push(`${done}/${total}`),
      );
      expect(await books.everything()).toEqual(live);
      expect(Object.values(live).flat().length).toBeGreaterThan(10);
      expect(
        await books.texts(
          'select j::text as text from journal j where organization_id = $1 order by number',
        ),
      ).toEqual(journal);
      const [{ position }] = (await database.db.tenant(books.church, (tx) =>
        tx.sql<{ position: bigint }>('select position from event_head where organization_id = $1', [
          books.church,
        ]),
      )) as [{ position: bigint }];
      expect(progress.at(-1)).toBe(`${position}/${position}`);
      for (const line of await builds())
        expect(line).toBe(
          projected[name]!.includes(line.split(' ')[1]!)
            ? line.replace(/^\d+/, '2')
            : line.replace(/^\d+/, '1'),
        );
      expect((await books.verify()).problems).toEqual([]);
    },
  );

  it('removes the rows of an earlier rebuild that was interrupted', async () => {
    await recordEvents();
    const live = await books.everything();
    let batches = 0;
    await expect(
      books.projector.rebuild(books.church, ['donations'], () => {
        if (batches++ === 0) throw new Error('the power went out');
      }),
    ).rejects.toThrow('the power went out');
    expect(await books.everything()).toEqual(live);
    await books.projector.rebuild(books.church, ['donations']);
    expect(await books.everything()).toEqual(live);
    expect((await builds()).filter((line) => line.endsWith('ledger'))).toEqual(['3 ledger']);
  });

  it('is refused for an unknown name, with the names of all projections', async () => {
    await expect(books.projector.rebuild(books.church, ['ledgers'])).rejects.toThrow(
      'There is no projection "ledgers". There are: donations, pledges, fundraisers',
    );
  });

  it('creates no rows for a church without events', async () => {
    await books.projector.rebuild(books.church, books.projector.names);
    expect(Object.values(await books.everything()).flat()).toEqual([]);
    await books.recorded(gift);
    expect((await books.verify()).problems).toEqual([]);
  });

  it('includes donations that are recorded, corrected, voided or imported meanwhile', async () => {
    await recordEvents();
    let isRebuilding = true;
    const work = async (worker: number) => {
      for (let n = 0; isRebuilding || n < 10; n++) {
        const facts = {
          ...gift,
          amount: 100 * worker + n + 1,
          date: `202${n % 5}-0${(n % 9) + 1}-15`,
        };
        const id = await books.recorded(facts);
        const after = { ...facts, donorId: caleb, amount: facts.amount + 1 };
        await books.appendEvents('donation', id, [
          {
            type: 'DonationCorrected',
            data: { donationId: id, before: facts, after, textChanged: false },
          },
        ]);
        if (n % 3 === 0)
          await books.appendEvents('donation', id, [
            { type: 'DonationVoided', data: { donationId: id, before: after } },
          ]);
        if (n % 4 === 0) await books.imported([facts, facts]);
      }
    };
    const workers = [1, 2, 3].map(work);
    try {
      for (let round = 0; round < 3; round++)
        await books.projector.rebuild(books.church, books.projector.names);
    } finally {
      isRebuilding = false;
    }
    await Promise.all(workers);
    expect((await books.verify()).problems).toEqual([]);
    const live = await books.everything();
    await books.projector.rebuild(books.church, books.projector.names);
    expect(await books.everything()).toEqual(live);
  });
});
