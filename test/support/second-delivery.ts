import { expect } from '@jest/globals';
import type { Books } from './books.js';

const journalSql =
  'select number || hash::text as text from journal where organization_id = $1 order by number';

/** Delivers the last append to the projector again, and checks that this changes no row. */
export async function deliverAgain(books: Books): Promise<void> {
  const before = await books.everything();
  const journal = await books.texts(journalSql);
  await books.database.db.tenant(books.church, (tx) =>
    books.projector.deliver(tx, books.lastUnit()),
  );
  expect(await books.everything()).toEqual(before);
  expect(await books.texts(journalSql)).toEqual(journal);
}
