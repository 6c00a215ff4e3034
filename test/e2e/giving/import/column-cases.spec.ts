import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DonationImport } from '#libs/contracts';
import { commit, upload } from '../../../support/imports.js';
import { startApp, type TestApp } from '../../../support/app.js';
import {
  booksOf,
  caseFile,
  importInHurry,
  churchWithStaff,
} from '../../../support/giving-files/import-cases.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const messagesOf = (rows: { message: string | null }[]) => rows.map(({ message }) => message);

describe('a row with more cells than the file has columns', () => {
  it.each([
    ['05-comma-in-amount.csv', [75, 50], ['1,234.50', '2,000.00'], '3359.50'],
    ['06-comma-in-amount-before-fund.csv', [75], ['1,234.50'], '1309.50'],
  ])(
    'of %s is an error until the user joins the cells of its amount',
    async (name, validAmounts, amounts, total) => {
      const { staff } = await churchWithStaff(app);
      const { draft, rejected } = await importInHurry(staff, caseFile(name));
      expect(draft.counts).toMatchObject({ new: validAmounts.length, rejected: amounts.length });
      expect(messagesOf(rejected)).toEqual(
        amounts.map((amount) => expect.stringContaining(`Is “${amount}” one amount?`)),
      );

      const other = await churchWithStaff(app);
      const joined = await importInHurry(other.staff, caseFile(name), { joinAmounts: true });
      expect(joined.draft).toMatchObject({
        counts: { rejected: 0 },
        amounts: { new: total },
      });
    },
  );

  it('is no error if every row ends with a comma', async () => {
    const { staff } = await churchWithStaff(app);
    const lines = caseFile('02-check-number-of-two-givers.csv').trim().split('\n');
    const file = [lines[0], ...lines.slice(1).map((line) => `${line},`)].join('\n');
    const { draft } = await importInHurry(staff, file);
    expect(draft.counts).toMatchObject({ new: 6, rejected: 0 });
  });
});

describe('a file with further columns of amounts', () => {
  it.each([
    ['10-two-funds-in-columns.csv', ['Amount 2']],
    ['11-tithe-and-offering.csv', ['Offering']],
    ['12-amount-twice.csv', ['Amount']],
  ])('such as %s waits until a user says what the columns contain', async (name, columns) => {
    const { staff } = await churchWithStaff(app);
    const { body } = await upload(staff, caseFile(name));
    expect(body).toMatchObject({
      status: 'needs_mapping',
      questions: expect.arrayContaining([
        expect.objectContaining({ kind: 'amountColumns', samples: columns }),
      ]),
    });
    const question = body.questions.find(({ kind }) => kind === 'amountColumns');
    const unusedColumns = question!.columns!;
    const path = `/api/admin/donation-imports/${body.id}/mapping`;
    const { body: answered } = await staff.put<DonationImport>(path, { unusedColumns });
    expect(answered).toMatchObject({ status: 'ready', counts: { total: 3 } });
  });
});

describe('a cell that names no giver', () => {
  it('is an error, or means the unidentified giver', async () => {
    const { staff } = await churchWithStaff(app);
    const file = caseFile('15-nobody.csv');
    const { draft, rejected } = await importInHurry(staff, file);
    expect(draft.counts).toMatchObject({ new: 7, rejected: 2 });
    expect(messagesOf(rejected)).toEqual([
      'Row 2: The giver is an error of a spreadsheet: "#N/A". Enter the name or email address',
      'Row 3: The giver is an error of a spreadsheet: "#N/A". Enter the name or email address',
    ]);
    expect(await booksOf(staff)).toEqual([
      '2026-05-03 Ada Quill, General Fund: 50.00',
      '2026-05-03 Unidentified giver, General Fund: 11.00',
      '2026-05-03 Unidentified giver, General Fund: 12.00',
      '2026-05-03 Unidentified giver, General Fund: 13.00',
      '2026-05-03 Unidentified giver, General Fund: 14.00',
      '2026-05-03 Unidentified giver, General Fund: 140.25',
      '2026-05-03 Unidentified giver, General Fund: 15.00',
    ]);
    // The program remembers the answers for the next file.
    const next = await upload(staff, file.replaceAll('2026-05-03', '2026-05-10'));
    expect(next.body).toMatchObject({ status: 'ready', counts: { new: 7, held: 0, rejected: 2 } });
  });
});

describe('a file in the template’s format that a spreadsheet has saved', () => {
  it('has errors in its dates until the user confirms their order', async () => {
    const { church, staff } = await churchWithStaff(app);
    await app.person(church, { email: 'member@grace.test', signsIn: false });
    const { body } = await upload(staff, caseFile('16-template-saved-by-excel.csv'));
    expect(body).toMatchObject({
      status: 'ready',
      format: 'template',
      counts: { rejected: 3 },
      questions: [{ kind: 'dateStyle', options: [{ value: 'mdy' }] }],
    });
    expect(body.errors[0]!.message).toBe('Row 2: Invalid date format "1/4/2026". Use YYYY-MM-DD');
    const { body: read } = await staff.put<DonationImport>(
      `/api/admin/donation-imports/${body.id}/mapping`,
      { dateStyle: 'mdy' },
    );
    expect(read).toMatchObject({ status: 'ready', counts: { new: 3, rejected: 0 }, questions: [] });
    await commit(staff, body.id);
    expect((await booksOf(staff)).map((gift) => gift.slice(0, 10))).toEqual([
      '2026-01-04',
      '2026-01-11',
      '2026-01-18',
    ]);
  });
});
