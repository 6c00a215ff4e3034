import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as newId } from 'uuid';
import { Books } from '../../../test/support/books.js';
import { testDatabase } from '../../../test/support/database/database.js';
import { deliverAgain } from '../../../test/support/second-delivery.js';
import type { FundraiserFacts } from './fundraiser.js';

const database = await testDatabase();
let books: Books;

afterAll(() => database.close());
beforeEach(async () => {
  books = await Books.of(database);
});

describe('the projection of fundraisers', () => {
  const facts: FundraiserFacts = {
    goal: 500_000,
    startDate: '2025-01-01',
    endDate: null,
    isActive: true,
    campaignId: null,
  };
  const fundraisers = () =>
    database.db.tenant(books.church, (tx) =>
      tx.sql(
        `select goal, opening, start_date, end_date, is_active, is_removed, version
           from fundraiser
          where organization_id = $1`,
        [books.church],
      ),
    );

  it('inserts a row when a fundraiser opens, and updates it for each later event', async () => {
    const fundraiserId = newId();
    await books.appendEvents('fundraiser', fundraiserId, [
      { type: 'FundraiserOpened', data: { fundraiserId, opening: 250, ...facts } },
    ]);
    await deliverAgain(books);
    const opened = {
      goal: 500_000n,
      opening: 250n,
      start_date: '2025-01-01',
      end_date: null,
      is_active: true,
      is_removed: false,
      version: 1,
    };
    expect(await fundraisers()).toEqual([opened]);
    const after: FundraiserFacts = {
      goal: 100,
      startDate: '2025-02-01',
      endDate: '2025-12-31',
      isActive: false,
      campaignId: null,
    };
    await books.appendEvents('fundraiser', fundraiserId, [
      {
        type: 'FundraiserChanged',
        data: { fundraiserId, before: facts, after, textChanged: false },
      },
    ]);
    await deliverAgain(books);
    const changed = {
      ...opened,
      goal: 100n,
      start_date: '2025-02-01',
      end_date: '2025-12-31',
      is_active: false,
      version: 2,
    };
    expect(await fundraisers()).toEqual([changed]);
    await books.appendEvents('fundraiser', fundraiserId, [
      { type: 'FundraiserRemoved', data: { fundraiserId } },
    ]);
    await deliverAgain(books);
    expect(await fundraisers()).toEqual([{ ...changed, is_removed: true, version: 3 }]);
  });
});
