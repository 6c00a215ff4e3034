import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ImportGiver } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { commitImport } from '../../../../src/giving/import/recording/commit.js';
import { undoPreview } from '../../../../src/giving/import/recording/undo.query.js';
import { undoImport } from '../../../../src/giving/import/recording/undo.js';
import { findImportRecord } from '../../../../src/giving/import/review/import.query.js';
import { everyPage, startApp, type Client, type TestApp } from '../../../support/app.js';
import { commit, upload } from '../../../support/imports.js';
import { rowsRead } from '../../../support/database/rows-read.js';

const rows = 1_200;
/** The numbers of guests in the two files that are compared. */
const [few, many] = [20, 1_100];
/**
 * The maximum number of rows that may be read for each guest. It is much less than the number of
 * rows of a file.
 */
const maxRowsPerGuest = 40;

/**
 * Returns a file in which the guests give in turns, so that each of them has rows in all parts of
 * the file.
 */
const file = (guests: number) =>
  [
    'firstname,lastname,email,amount,paymentmethod,date,campaign,notes',
    ...Array.from({ length: rows }, (_, n) => {
      const guest = n % guests;
      return `Gina,Guest ${guest},gina${guest}@x.test,${n + 1}.00,Cash,2025-03-02,,`;
    }),
  ].join('\n');

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface StaffedChurch {
  church: string;
  client: Client;
  id: string;
  keys: string[];
}

/**
 * Creates a church with a draft. Each test has its own church, so that its counts do not depend on
 * others.
 */
async function draftOf(slug: string, guests: number): Promise<StaffedChurch> {
  const church = await app.church(slug);
  await app.person(church, { email: `office@${slug}.test`, role: 'secretary' });
  const client = app.as(`office@${slug}.test`);
  const { body } = await upload(client, file(guests));
  const givers = await everyPage<ImportGiver>(
    client,
    `/api/admin/donation-imports/${body.id}/givers?limit=100`,
  );
  expect(givers).toHaveLength(guests);
  return { church, client, id: body.id, keys: givers.map(({ key }) => key) };
}

const record = async (tx: Tx, id: string) => (await findImportRecord(tx, id))!;

const addAsGuests = ({ client, id, keys }: StaffedChurch) =>
  client.patch(`/api/admin/donation-imports/${id}/givers`, {
    givers: keys,
    answer: 'guest',
  });

describe('the rows that an import of many new guests reads', () => {
  let churches: { few: StaffedChurch; many: StaffedChurch };
  beforeAll(async () => {
    churches = { few: await draftOf('zion', few), many: await draftOf('salem', many) };
  });

  /**
   * Returns how many more rows are read for each further guest. Reading each guest once is normal.
   * If every guest were read for every row, it would be the number of rows.
   */
  const rowsOfGuest = async (work: (tx: Tx, staff: StaffedChurch) => Promise<unknown>) => {
    const [rowsReadForFew, rowsReadForMany] = [
      await rowsRead(app, churches.few.church, (tx) => work(tx, churches.few)),
      await rowsRead(app, churches.many.church, (tx) => work(tx, churches.many)),
    ];
    expect(rowsReadForFew).toBeGreaterThan(rows);
    return (rowsReadForMany - rowsReadForFew) / (many - few);
  };

  it('do not grow with the number of guests times rows during the commit', async () => {
    for (const staff of Object.values(churches))
      expect((await addAsGuests(staff)).status).toBe(200);
    const commitOf = async (tx: Tx, { id }: StaffedChurch) =>
      commitImport(tx, app.store, await record(tx, id), () => undefined);
    expect(await rowsOfGuest(commitOf)).toBeLessThan(maxRowsPerGuest);
  });

  it('do not grow with guests times rows during an undo and its preview', async () => {
    for (const { client, id } of Object.values(churches))
      expect(await commit(client, id)).toMatchObject({ status: 'committed' });
    const preview = async (tx: Tx, { id }: StaffedChurch) => undoPreview(tx, await record(tx, id));
    expect(await rowsOfGuest(preview)).toBeLessThan(maxRowsPerGuest);
    const undo = async (tx: Tx, { id }: StaffedChurch) =>
      undoImport(tx, app.store, await record(tx, id), () => undefined);
    expect(await rowsOfGuest(undo)).toBeLessThan(maxRowsPerGuest);
  });
});
