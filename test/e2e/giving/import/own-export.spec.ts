import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Donation, DonationImport, ImportRow } from '#libs/contracts';
import { readTable } from '../../../../libs/workbook/support.js';
import { give, startApp, type Client, type TestApp } from '../../../support/app.js';
import { expectLinesToAddUp } from '../../../support/control-total.js';
import { commit, importPath, upload } from '../../../support/imports.js';

let test: TestApp;
let staff: Client;
let churches = 0;
let member: string;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

async function newChurch(): Promise<Client> {
  const slug = `export-${++churches}`;
  const church = await test.church(slug);
  await test.person(church, { email: `office@${slug}.test`, role: 'secretary' });
  const hannah = { email: 'hannah@x.test', firstName: 'Hannah', lastName: 'Brooks' };
  ({ id: member } = await test.person(church, { ...hannah, signsIn: false }));
  return test.as(`office@${slug}.test`);
}
beforeEach(async () => {
  staff = await newChurch();
});

const rowsOf = async (id: string) =>
  (await staff.get<ImportRow[]>(`${importPath(id)}/rows?state=all`)).body;
const total = async () =>
  (await staff.get<{ amount: string }>('/api/admin/donations/summary')).body.amount;
const exported = async (query = '') => (await staff.get(`/api/admin/donations.csv${query}`)).text;
/** Returns the bytes of the export. Those of the CSV file include its byte order mark. */
const exportedBytes = async (format: 'csv' | 'xlsx') =>
  (await staff.get(`/api/admin/donations.${format}`)).bytes!;

/** Records two equal donations of a member on one day, and a donation of a guest. */
async function keepBooks(): Promise<Donation[]> {
  const equalGift = { amount: '10.00', date: '2025-03-02', campaign: 'Roof' };
  await give(staff, member, equalGift);
  await give(staff, member, equalGift);
  const guest = { guestFirstName: 'Opal', guestLastName: 'Finch', paymentMethod: 'Check' };
  await staff.post('/api/donations', { ...guest, amount: '20.00', date: '2025-03-03' });
  return (await staff.get<Donation[]>('/api/admin/donations')).body;
}

describe('the import of an exported file', () => {
  it.each(['csv', 'xlsx'] as const)('regards all rows as duplicates, from .%s', async (format) => {
    await keepBooks();
    const { body } = await upload(staff, await exportedBytes(format));
    expect(body).toMatchObject({
      status: 'ready',
      source: 'own-export',
      questions: [],
      counts: { new: 0, duplicate: 3, held: 0, rejected: 0 },
    });
    expect(
      expectLinesToAddUp((await staff.get<DonationImport>(importPath(body.id))).body),
    ).toMatchObject({
      file: { rows: 3, amount: '40.00' },
      recorded: '0.00',
      lines: expect.arrayContaining([expect.objectContaining({ what: 'total', rows: 1 })]),
    });
    expect((await rowsOf(body.id)).map(({ message }) => message)).toEqual([
      'Row 2: This donation is already recorded',
      'Row 3: This donation is already recorded',
      'Row 4: This donation is already recorded',
      'Row 5: A total or title of the file, not a gift',
    ]);
  });

  it('proposes a correction for an amount that was changed in the file', async () => {
    await keepBooks();
    const file = (await exported()).replace('Opal Finch,20.00', 'Opal Finch,25.00');
    const { id, counts } = (await upload(staff, file)).body;
    expect(counts).toMatchObject({ new: 0, duplicate: 2, held: 1 });
    expect(await total()).toBe('40.00');
    await staff.patch(`${importPath(id)}/rows`, { state: 'held', action: 'correct' });
    await commit(staff, id);
    expect(await total()).toBe('45.00');
    await staff.post(`${importPath(id)}/undo`);
  });

  it('needs answers about a deleted donation and about the giver of a restored one', async () => {
    const gifts = await keepBooks();
    const file = await exported();
    await staff.delete(
      `/api/admin/donations/${gifts.find(({ amount }) => amount === '20.00')!.id}`,
    );
    const { id, counts } = (await upload(staff, file)).body;
    expect(counts).toMatchObject({ new: 0, duplicate: 2, held: 1 });
    const deleted = (await rowsOf(id)).find(({ state }) => state === 'held')!;
    expect(deleted.message).toContain('recorded before, and deleted');
    await staff.patch(`${importPath(id)}/rows`, { rows: [deleted.row], action: 'accept' });
    await commit(staff, id);
    expect(await total()).toBe('40.00');
  });

  it('skips the rows of deleted donations', async () => {
    const [gift] = await keepBooks();
    await staff.delete(`/api/admin/donations/${gift!.id}`);
    const { body } = await upload(staff, await exported('?state=deleted'));
    expect(body).toMatchObject({ status: 'ready', counts: { new: 0, duplicate: 0, setAside: 2 } });
  });

  it('does not tell whether another church has these donations', async () => {
    await keepBooks();
    const file = await exported();
    staff = await newChurch();
    const { body } = await upload(staff, file);
    expect(body.counts).toMatchObject({ duplicate: 0 });
    expect(body.counts.new + body.counts.held).toBe(3);
  });

  it.each(['csv', 'xlsx'])(
    'refuses an exported ledger with the reason, from .%s',
    async (format) => {
      await keepBooks();
      const ledger = (await staff.get(`/api/admin/church-ledger.${format}`)).bytes!;
      expect(await upload(staff, ledger)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('export of the church ledger') },
      });
    },
  );
});

describe('an exported file', () => {
  it('has only the total and the journal number in its last row', async () => {
    await keepBooks();
    const lines = (await exported()).trimEnd().split('\r\n');
    expect(lines.at(-1)).toBe(`Total 40.00 (journal 3)${','.repeat(9)}`);
    expect(new Set(lines.map((line) => line.split(',').length))).toEqual(new Set([10]));
  });

  it('begins with a byte order mark as CSV', async () => {
    expect(
      Buffer.from(await exportedBytes('csv'))
        .subarray(0, 3)
        .toString('hex'),
    ).toBe('efbbbf');
  });

  it('keeps texts, dates and amounts in a workbook', async () => {
    await give(staff, member, {
      amount: '1234.50',
      date: '2025-03-02',
      campaign: '1E5',
      notes: '=1+1',
    });
    const { rows } = await readTable(await exportedBytes('xlsx'));
    expect(rows[0]!.cells.slice(0, 9)).toEqual([
      '2025-03-02',
      'Hannah Brooks',
      '1234.5',
      'Cash',
      '1E5',
      'Manual',
      '',
      '',
      '=1+1',
    ]);
  });
});
