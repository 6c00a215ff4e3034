import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as newId } from 'uuid';
import { Books } from '../../../test/support/books.js';
import { testDatabase } from '../../../test/support/database/database.js';
import { deliverAgain } from '../../../test/support/second-delivery.js';

const database = await testDatabase();
let books: Books;

afterAll(() => database.close());
beforeEach(async () => {
  books = await Books.of(database);
});

describe('the projection of pledges', () => {
  const pledge = { userId: newId(), year: 2026, amount: 120_000, frequency: 'Monthly' } as const;
  const pledges = () =>
    database.db.tenant(books.church, (tx) =>
      tx.sql(
        `select user_id, year, amount, frequency, version, text_event_id,
                created_at = updated_at as fresh
           from pledge
          where organization_id = $1`,
        [books.church],
      ),
    );

  it('inserts a row for PledgeMade', async () => {
    const pledgeId = newId();
    const [event] = await books.appendEvents('pledge', pledgeId, [
      { type: 'PledgeMade', data: { pledgeId, ...pledge } },
    ]);
    await deliverAgain(books);
    expect(await pledges()).toEqual([
      {
        user_id: pledge.userId,
        year: 2026,
        amount: 120_000n,
        frequency: 'Monthly',
        version: 1,
        text_event_id: event!.id,
        fresh: true,
      },
    ]);
  });

  it('updates the facts for PledgeChanged, and the notes if they have changed', async () => {
    const pledgeId = newId();
    const [first] = await books.appendEvents('pledge', pledgeId, [
      { type: 'PledgeMade', data: { pledgeId, ...pledge } },
    ]);
    const before = { amount: 120_000, frequency: 'Monthly' } as const;
    const after = { amount: 100, frequency: 'Weekly' } as const;
    await books.appendEvents('pledge', pledgeId, [
      { type: 'PledgeChanged', data: { pledgeId, before, after, textChanged: false } },
    ]);
    await deliverAgain(books);
    expect(await pledges()).toMatchObject([
      { amount: 100n, frequency: 'Weekly', version: 2, text_event_id: first!.id },
    ]);
    const [third] = await books.appendEvents('pledge', pledgeId, [
      { type: 'PledgeChanged', data: { pledgeId, before: after, after, textChanged: true } },
    ]);
    await deliverAgain(books);
    expect(await pledges()).toMatchObject([{ amount: 100n, version: 3, text_event_id: third!.id }]);
  });
});
