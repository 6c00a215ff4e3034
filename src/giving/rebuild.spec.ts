import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as newId } from 'uuid';
import { Books, projected } from '../../test/support/books.js';
import { testDatabase, type TestDatabase } from '../../test/support/database.js';
import type { GiftFacts } from './donation/donation.js';

let database: TestDatabase;
let books: Books;
let hannah: string;
let caleb: string;
let general: string;
let roof: string;
let gift: GiftFacts;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  books = await Books.of(database);
  [hannah, caleb, general, roof] = [await books.donor('Hannah'), await books.donor('Caleb'), await books.campaign('General Fund'), await books.campaign('Roof')];
  gift = { donorId: hannah, amount: 2_500, currency: 'USD', date: '2025-12-31', paymentMethod: 'Cash', campaignId: general, fundraiserId: null };
});

async function corrected(donationId: string, before: GiftFacts, changes: Partial<GiftFacts>, textChanged = false): Promise<void> {
  const after = { ...before, ...changes };
  await books.happened('donation', donationId, [{ type: 'DonationCorrected', data: { donationId, before, after, textChanged } }], caleb);
}

describe('a rebuild', () => {
  /** A bit of everything. */
  async function somethingOfAll(): Promise<void> {
    const [fundraiserId, pledgeId] = [newId(), newId()];
    await books.happened('fundraiser', fundraiserId, [{ type: 'FundraiserOpened', data: { fundraiserId, opening: 0, goal: 100, startDate: '2025-01-01', endDate: null, isActive: true } }]);
    await books.happened('pledge', pledgeId, [{ type: 'PledgeMade', data: { pledgeId, userId: hannah, year: 2025, amount: 100, frequency: 'Weekly' } }]);
    const first = await books.recorded({ ...gift, fundraiserId });
    const { importId, donations } = await books.imported([gift, { ...gift, donorId: caleb, fundraiserId }]);
    await corrected(donations[1]!, { ...gift, donorId: caleb, fundraiserId }, { date: '2024-02-29' }, true);
    await books.imported([{ ...gift, donorId: caleb, paymentMethod: 'Zeffy' }]);
    await corrected(first, gift, { donorId: caleb, campaignId: roof });
    await books.happened('import', importId, [{ type: 'DonationImportUndone', data: { importId, donations: 2, amount: 5_000 } }]);
    const gone = await books.recorded({ ...gift, amount: 5 });
    await books.happened('donation', gone, [{ type: 'DonationVoided', data: { donationId: gone, before: gift } }]);
  }
  const builds = () => books.texts(`select distinct build || ' ' || t as text from (
    ${Object.values(projected).flat().map((table) => `select build, '${table}' as t from ${table} where organization_id = $1`).join(' union all ')}) b order by 1`);

  it.each(Object.keys(projected))('of %s is what was live, byte for byte, and leaves the journal alone', async (name) => {
    await somethingOfAll();
    const live = await books.everything();
    const journal = await books.texts('select j::text as text from journal j where organization_id = $1 order by number');
    const progress: string[] = [];
    await books.projector.rebuild(books.church, [name], ({ done, total }) => progress.push(`${done}/${total}`));
    expect(await books.everything()).toEqual(live);
    expect(Object.values(live).flat().length).toBeGreaterThan(10);
    expect(await books.texts('select j::text as text from journal j where organization_id = $1 order by number')).toEqual(journal);
    const [{ position }] = (await database.db.tenant(books.church, (tx) => tx.sql<{ position: bigint }>('select position from event_head where organization_id = $1', [books.church]))) as [{ position: bigint }];
    expect(progress.at(-1)).toBe(`${position}/${position}`);
    for (const line of await builds()) expect(line).toBe(projected[name]!.includes(line.split(' ')[1]!) ? line.replace(/^\d+/, '2') : line.replace(/^\d+/, '1'));
    expect((await books.verify()).problems).toEqual([]);
  });

  it('that was cut off leaves nothing behind once the next one is through', async () => {
    await somethingOfAll();
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

  it('of something unknown is refused with the names that there are', async () => {
    await expect(books.projector.rebuild(books.church, ['ledgers'])).rejects.toThrow('There is no projection "ledgers". There are: donations, pledges, fundraisers');
  });

  it('of an empty church is empty', async () => {
    await books.projector.rebuild(books.church, books.projector.names);
    expect(Object.values(await books.everything()).flat()).toEqual([]);
    await books.recorded(gift);
    expect((await books.verify()).problems).toEqual([]);
  });

  it('misses nothing that is recorded, corrected, voided and imported while it runs', async () => {
    await somethingOfAll();
    let isRebuilding = true;
    const work = async (worker: number) => {
      for (let n = 0; isRebuilding || n < 10; n++) {
        const facts = { ...gift, amount: 100 * worker + n + 1, date: `202${n % 5}-0${(n % 9) + 1}-15` };
        const id = await books.recorded(facts);
        const after = { ...facts, donorId: caleb, amount: facts.amount + 1 };
        await books.happened('donation', id, [{ type: 'DonationCorrected', data: { donationId: id, before: facts, after, textChanged: false } }]);
        if (n % 3 === 0) await books.happened('donation', id, [{ type: 'DonationVoided', data: { donationId: id, before: after } }]);
        if (n % 4 === 0) await books.imported([facts, facts]);
      }
    };
    const workers = [1, 2, 3].map(work);
    try {
      for (let round = 0; round < 3; round++) await books.projector.rebuild(books.church, books.projector.names);
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
