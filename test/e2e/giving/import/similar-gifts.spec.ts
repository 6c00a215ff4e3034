import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadSimilar } from '../../../../src/giving/import/classification/load-similar.js';
import { toDraft } from '../../../../src/giving/import/review/drafts.js';
import { findImportRecord } from '../../../../src/giving/import/review/import.query.js';
import { startApp, type TestApp } from '../../../support/app.js';
import { commit, template, upload } from '../../../support/imports.js';
import { rowsRead } from '../../../support/database/rows-read.js';

const members = 1_000;
const gifts = 300;
/**
 * The maximum number of rows that may be read for each member and gift. It is small compared to the
 * number of members.
 */
const maxReadsOfEach = 30;

/** Returns a file in which each of the first members gives another amount on the same day. */
const fileOf = (date: string) =>
  template(
    ...Array.from({ length: gifts }, (_, n) => `member${n}@x.test,${n + 1}.00,Cash,${date},,`),
  );

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('the comparison of a draft with recorded gifts', () => {
  it('does not read all donors again for each gift of the same giver and amount', async () => {
    const church = await app.church('bethany');
    await app.person(church, { email: 'office@bethany.test', role: 'secretary' });
    await app.database.asSuperuser(
      `insert into donor (organization_id, id, kind, name, name_key, first_name, last_name, email)
       select $1, gen_random_uuid(), 'member', 'Member ' || n, 'member ' || n, 'Member', n::text,
              'member' || n || '@x.test'
         from generate_series(0, $2::int - 1) n`,
      [church, members],
    );
    await app.database.asSuperuser('analyze donor');
    const staff = app.as('office@bethany.test');
    const { body: first } = await upload(staff, fileOf('2025-03-02'));
    expect(await commit(staff, first.id)).toMatchObject({ status: 'committed' });
    const { body: second } = await upload(staff, fileOf('2025-03-05'));

    let similarCount = 0;
    const read = await rowsRead(app, church, async (tx) => {
      const draft = toDraft((await findImportRecord(tx, second.id))!);
      await tx.sql('set local enable_nestloop = off'); // like `classifyDraft`
      similarCount = (await loadSimilar(tx, { ...draft, source: 'another' })).size;
    });
    expect(similarCount).toBe(gifts);
    expect(read).toBeLessThan((members + gifts) * maxReadsOfEach);
  });
});
