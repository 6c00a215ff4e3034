import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DonationImport, ImportMapping, ImportRow } from '#libs/contracts';
import { everyPage, startApp, type Client, type TestApp } from '../../../support/app.js';
import { commit, upload } from '../../../support/imports.js';
import {
  booksOf,
  caseFile,
  importInHurry,
  churchWithStaff,
} from '../../../support/giving-files/import-cases.js';
import { sheetData, xlsx } from '../../../../libs/workbook/support.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const tithes = caseFile('11-tithe-and-offering.csv');
const tithesInBooks = [
  '2026-02-01 Ada Quill, Offering: 10.00',
  '2026-02-01 Ada Quill, Tithe: 100.00',
  '2026-02-01 Ben Rowe, Tithe: 50.00',
  '2026-02-08 Cleo Stark, Offering: 11.00',
  '2026-02-08 Cleo Stark, Tithe: 60.00',
];
const pathOf = ({ id }: { id: string }) => `/api/admin/donation-imports/${id}`;
const rowsOf = (staff: Client, draft: { id: string }) =>
  everyPage<ImportRow>(staff, `${pathOf(draft)}/rows`);
const linesOf = (file: string) =>
  file
    .trim()
    .split('\n')
    .map((line) => line.split(','));
const csvOf = (lines: string[][]) => lines.map((line) => line.join(',')).join('\n');

describe('a file with a column of amounts for each fund', () => {
  it.each([
    [
      '10-two-funds-in-columns.csv',
      [
        '2026-02-01 Ada Quill, General Fund: 100.00',
        '2026-02-01 Ada Quill, Missions: 40.00',
        '2026-02-01 Ben Rowe, General Fund: 50.00',
        '2026-02-08 Cleo Stark, Building: 25.00',
        '2026-02-08 Cleo Stark, General Fund: 75.00',
      ],
    ],
    ['11-tithe-and-offering.csv', tithesInBooks],
    [
      '12-amount-twice.csv',
      [
        '2026-02-01 Ada Quill, General Fund: 100.00',
        '2026-02-01 Ada Quill, Missions: 10.00',
        '2026-02-01 Ben Rowe, General Fund: 50.00',
        '2026-02-08 Cleo Stark, General Fund: 60.00',
        '2026-02-08 Cleo Stark, Missions: 11.00',
      ],
    ],
  ])('such as %s is imported after one question, with all amounts', async (name, books) => {
    const { staff } = await churchWithStaff(app);
    const { questions, draft } = await importInHurry(staff, caseFile(name));
    expect(questions.map(({ kind }) => kind)).toContain('amountColumns');
    expect(draft.counts).toMatchObject({ total: 5, new: 5, held: 0, rejected: 0 });
    expect(await booksOf(staff)).toEqual(books);
  });

  it('is imported in the same way as a workbook', async () => {
    const { staff } = await churchWithStaff(app);
    const cells = linesOf(tithes).map((line) =>
      line.map((cell) => (/^\d+\.\d\d$/.test(cell) ? Number(cell) : cell)),
    );
    const workbook = xlsx({ sheets: { Gifts: sheetData(cells) } });
    const { draft } = await importInHurry(staff, workbook, {}, 'gifts.xlsx');
    expect(draft.counts).toMatchObject({ new: 5, held: 0, rejected: 0 });
    expect(await booksOf(staff)).toEqual(tithesInBooks);
  });

  it('is imported without a column that is the sum of the others', async () => {
    const { staff } = await churchWithStaff(app);
    const withSums = linesOf(tithes).map(([date, name, method, tithe, offering]) => {
      const sum = (Number(tithe) + Number(offering)).toFixed(2);
      return [date!, name!, method!, tithe!, offering!, tithe === 'Tithe' ? 'Total' : sum];
    });
    await importInHurry(staff, csvOf(withSums));
    expect(await booksOf(staff)).toEqual(tithesInBooks);
  });

  it('is read without a question next month, and is recognized when repeated', async () => {
    const { staff } = await churchWithStaff(app);
    await importInHurry(staff, tithes);
    const next = await importInHurry(staff, tithes.replaceAll('2026-02', '2026-03'));
    expect(next.questions).toEqual([]);
    expect(next.draft.counts).toMatchObject({ new: 5, held: 0 });
    const secondImport = await importInHurry(staff, `${tithes}\n`);
    expect(secondImport.draft.counts).toMatchObject({ new: 0, held: 5 });
  });

  it('can have several parts with one transaction number, which are recognized later', async () => {
    const { staff } = await churchWithStaff(app);
    const numbered = csvOf(
      linesOf(tithes).map((line, index) => [
        index === 0 ? 'Transaction ID' : `T-${index}`,
        ...line,
      ]),
    );
    const { draft } = await importInHurry(staff, numbered);
    expect(draft.counts).toMatchObject({ new: 5, held: 0, duplicate: 0 });
    expect(await booksOf(staff)).toEqual(tithesInBooks);
    const secondImport = await importInHurry(staff, `${numbered}\n`);
    expect(secondImport.draft.counts).toMatchObject({ new: 0, held: 0, duplicate: 5 });
  });

  it('has row names with the fund, and a control total of all parts', async () => {
    const { staff } = await churchWithStaff(app);
    const { body } = await upload(staff, tithes.replace('11.00', 'eleven'));
    const { body: draft } = await staff.put<DonationImport>(`${pathOf(body)}/mapping`, {});
    const rows = await rowsOf(staff, draft);
    expect(rows.map(({ rowName }) => rowName)).toEqual([
      '2, Tithe',
      '2, Offering',
      '3, Tithe',
      '4, Tithe',
      '4, Offering',
    ]);
    expect(rows[1]!.record).toEqual(['2026-02-01', 'Ada Quill', 'Check', '100.00', '10.00']);
    expect(draft.errors).toMatchObject([{ message: 'Row 4, Offering: Invalid amount "eleven"' }]);
    expect(draft.control).toMatchObject({ file: { rows: 5, amount: '220.00' } });
  });

  it('has errors in all parts of a row that does not fit the header', async () => {
    const { staff } = await churchWithStaff(app);
    const { body } = await upload(staff, tithes.replace('60.00,11.00', '1,060.00,11.00'));
    await staff.put(`${pathOf(body)}/mapping`, {});
    const rows = await rowsOf(staff, body);
    expect(rows.map(({ state }) => state)).toEqual([
      'held',
      'held',
      'held',
      'rejected',
      'rejected',
    ]);
  });

  it('can end with a row of totals, which are skipped for each fund', async () => {
    const { staff } = await churchWithStaff(app);
    const { draft } = await importInHurry(staff, `${tithes.trim()}\nTotal,,,210.00,21.00\n`);
    expect(draft.counts).toMatchObject({ new: 5, setAside: 2 });
    expect(draft.control!.file).toEqual({ rows: 5, amount: '231.00' });
    expect(await booksOf(staff)).toEqual(tithesInBooks);
  });
});

describe('rows of a file with a column of amounts for each fund', () => {
  it('can be corrected one by one, and keep the correction if the file is read again', async () => {
    const { staff } = await churchWithStaff(app);
    const { body } = await upload(staff, tithes);
    await staff.put(`${pathOf(body)}/mapping`, {});
    const [, offering] = await rowsOf(staff, body);
    await staff.patch(`${pathOf(body)}/rows`, {
      rows: [offering!.row],
      action: 'set',
      values: { amount: '12.00', campaign: 'Choir' },
    });
    await staff.put(`${pathOf(body)}/mapping`, { defaults: { paymentMethod: 'Other' } });
    const [tithe, corrected] = await rowsOf(staff, body);
    expect(tithe).toMatchObject({ read: { amount: '100.00', campaign: 'Tithe' }, changed: [] });
    expect(corrected).toMatchObject({
      rowName: '2, Offering',
      read: { amount: '12.00', campaign: 'Choir' },
      changed: expect.arrayContaining(['amount', 'campaign']),
    });
  });

  it('lose their decisions, after a warning, if the columns are no longer divided', async () => {
    const { staff } = await churchWithStaff(app);
    const { body } = await upload(staff, tithes);
    await staff.put(`${pathOf(body)}/mapping`, {});
    const [row] = await rowsOf(staff, body);
    await staff.patch(`${pathOf(body)}/rows`, { rows: [row!.row], action: 'setAside' });
    const withoutFunds = { fundColumns: null, unusedColumns: [4] };
    const refusal = await staff.put<{ message: string }>(`${pathOf(body)}/mapping`, withoutFunds);
    expect(refusal).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/lose/) },
    });
    await staff.put(`${pathOf(body)}/mapping`, { ...withoutFunds, dropRepairs: true });
    const rows = await rowsOf(staff, body);
    expect(rows.map(({ rowName }) => rowName)).toEqual(['2', '3', '4']);
    expect(rows.some(({ state }) => state === 'setAside')).toBe(false);
  });

  it('can be downloaded with their errors, and imported after a correction', async () => {
    const { staff } = await churchWithStaff(app);
    const { body } = await upload(staff, tithes.replace('11.00', 'eleven'));
    await staff.put(`${pathOf(body)}/mapping`, {});
    const { text } = await staff.get(`${pathOf(body)}/rows.csv?state=rejected`);
    const lines = text.replace('\ufeff', '').trim().split(/\r?\n/);
    expect(lines).toEqual([
      'Date,Name,Method,Tithe,Offering,Why not imported',
      '2026-02-08,Cleo Stark,Check,,eleven,"Row 4, Offering: Invalid amount ""eleven"""',
    ]);
    const { questions, draft } = await importInHurry(staff, text.replace(',eleven,', ',11.00,'));
    expect(questions).toEqual([]);
    expect(draft.counts).toMatchObject({ total: 1, new: 1 });
    expect(await booksOf(staff)).toEqual(['2026-02-08 Cleo Stark, Offering: 11.00']);
  });

  it('keep a fund that a user has set if they are downloaded and imported again', async () => {
    const { staff } = await churchWithStaff(app);
    const { body } = await upload(staff, tithes);
    await staff.put(`${pathOf(body)}/mapping`, {});
    const [, offering] = await rowsOf(staff, body);
    const { row } = offering!;
    const change = (more: object) => staff.patch(`${pathOf(body)}/rows`, { rows: [row], ...more });
    await change({ action: 'set', values: { campaign: 'Choir' } });
    await change({ action: 'setAside' });
    const { text } = await staff.get(`${pathOf(body)}/rows.csv?state=setAside`);
    await importInHurry(staff, text);
    expect(await booksOf(staff)).toEqual(['2026-02-01 Ada Quill, Choir: 10.00']);
  });
});

describe('further columns of amounts', () => {
  const mapped = async (file: string, choice: Partial<ImportMapping>) => {
    const { staff } = await churchWithStaff(app);
    const { body } = await upload(staff, file);
    return {
      staff,
      answer: await staff.put<DonationImport>(`${pathOf(body)}/mapping`, choice),
    };
  };
  const hall = tithes.replace('Tithe,Offering', 'Amount,Hall');

  it('need a user’s answer if nothing says that they are funds, and can be divided', async () => {
    const { staff, answer } = await mapped(hall, {});
    expect(answer.body).toMatchObject({
      status: 'needs_mapping',
      questions: [{ kind: 'amountColumns', samples: ['Hall'] }],
    });
    const { fundColumns } = answer.body.questions[0]!;
    const divided = await staff.put<DonationImport>(`${pathOf(answer.body)}/mapping`, {
      fundColumns: fundColumns!,
    });
    expect(divided.body).toMatchObject({ status: 'ready', counts: { total: 5 } });
    const rows = await rowsOf(staff, divided.body);
    expect(rows.map(({ read: { amount, campaign } }) => [amount, campaign])).toEqual([
      ['100.00', null],
      ['10.00', 'Hall'],
      ['50.00', null],
      ['60.00', null],
      ['11.00', 'Hall'],
    ]);
  });

  it('can be left out, also if they were suggested as funds', async () => {
    const { staff, answer } = await mapped(tithes, { unusedColumns: [4] });
    expect(answer.body).toMatchObject({ status: 'ready', counts: { total: 3 } });
    expect(answer.body.mapping!.fundColumns).toBeNull();
    await answerNobody(staff, answer.body);
  });

  it.each([
    ['a column that the file does not have', [{ column: 3 }, { column: 9 }]],
    ['a column twice', [{ column: 3 }, { column: 3 }]],
    ['a column as amount and as fund', [{ column: 3 }, { column: 4, fundColumn: 3 }]],
    ['a column that has another meaning', [{ column: 3 }, { column: 0 }]],
    ['a single column', [{ column: 3 }]],
    ['too many columns', Array.from({ length: 51 }, (_, column) => ({ column }))],
  ])('are refused: %s', async (_, fundColumns) => {
    const { answer } = await mapped(tithes, { fundColumns });
    expect(answer.status).toBe(400);
  });

  it('are not divided if the file has fees or refunds, which belong to whole rows', async () => {
    const withFees = csvOf(linesOf(tithes).map((line, n) => [...line, n === 0 ? 'Fee' : '0.50']));
    const { staff, answer } = await mapped(withFees, {});
    const question = answer.body.questions.find(({ kind }) => kind === 'amountColumns');
    expect(question).toMatchObject({ message: expect.stringContaining('fees or refunds') });
    expect(question!.fundColumns).toBeUndefined();
    const forced = await staff.put(`${pathOf(answer.body)}/mapping`, {
      fundColumns: [{ column: 3 }, { column: 4 }],
    });
    expect(forced.status).toBe(400);
  });

  async function answerNobody(staff: Client, draft: DonationImport): Promise<void> {
    await staff.patch(`${pathOf(draft)}/rows`, { state: 'held', action: 'guest' });
    await commit(staff, draft.id);
    expect((await booksOf(staff)).map((gift) => gift.split(': ')[1])).toEqual([
      '100.00',
      '50.00',
      '60.00',
    ]);
  }
});
