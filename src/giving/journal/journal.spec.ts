import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as newId } from 'uuid';
import { Books } from '../../../test/support/books.js';
import { testDatabase } from '../../../test/support/database/database.js';

const database = await testDatabase();
let books: Books;

afterAll(() => database.close());
beforeEach(async () => {
  books = await Books.of(database);
});

describe('the journal', () => {
  it('has times that never decrease, even if the clock of EventStoreDB was set back', async () => {
    const userId = newId();
    const [first] = await books.appendEvents('pledge', newId(), [
      {
        type: 'PledgeMade',
        data: { pledgeId: newId(), userId, year: 2025, amount: 100, frequency: 'Weekly' },
      },
    ]);
    const pledgeId = newId();
    const data = JSON.stringify({
      pledgeId,
      userId,
      year: 2026,
      amount: 100,
      frequency: 'Weekly',
    });
    const earlyEvent = {
      ...first!,
      id: newId(),
      stream: `${books.church}.pledge-${pledgeId}`,
      position: first!.position + 10n,
      recordedAt: '2001-01-01T00:00:00.000Z',
      data,
    };
    const batches = (async function* () {
      yield await Promise.resolve([earlyEvent]);
    })();
    await database.db.tenant(books.church, (tx) =>
      books.projector.deliver(tx, { position: earlyEvent.position, batches }),
    );
    const times = await books.texts(
      `select to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as text
         from journal
        where organization_id = $1
        order by number`,
    );
    expect(times).toEqual([first!.recordedAt, first!.recordedAt]);
  });
});
