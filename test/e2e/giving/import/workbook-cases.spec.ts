import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dateSerial } from '#libs/calendar';
import type { DonationImport, ImportGiver, ImportMapping, ImportRow } from '#libs/contracts';
import { ods, sheetData, xlsx } from '../../../../libs/workbook/support.js';
import { everyPage, startApp, type TestApp } from '../../../support/app.js';
import {
  booksOf,
  importInHurry,
  churchWithStaff,
} from '../../../support/giving-files/import-cases.js';
import { commit, upload } from '../../../support/imports.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const header = ['Name', 'Amount', 'Date', 'Method'];
const dateStyle = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>';

const openKinds = ({ questions }: Pick<DonationImport, 'questions'>) =>
  questions.filter(({ kind }) => kind !== 'words').map(({ kind }) => kind);

describe('a workbook in which some dates were read with day and month exchanged', () => {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  /** Dates of the form `YYYY-MM-DD` become date cells, and other dates become texts. */
  const dateCell = (date: string) =>
    /^\d{4}/.test(date) ? `<c s="1"><v>${dateSerial(date)!}</v></c>` : text(date);
  const gift = (row: number, name: string, date: string) =>
    `<row r="${row}">${text(name)}<c><v>${row * 10}</v></c>${dateCell(date)}${text('Cash')}</row>`;
  const workbook = xlsx({
    styles: dateStyle,
    sheets: {
      Gifts:
        sheetData([header]) +
        gift(2, 'Ada Quill', '2026-05-01') +
        gift(3, 'Ben Rowe', '2026-10-01') +
        gift(4, 'Cleo Stark', '19/01/2026') +
        gift(5, 'Dora Tell', '26/01/2026'),
    },
  });

  it('needs an answer about its dates, and gets the original ones if the user agrees', async () => {
    const { staff } = await churchWithStaff(app);
    const { body } = await upload(staff, workbook, 'gifts.xlsx');
    expect(body.status).toBe('needs_mapping');
    expect(body.questions.filter(({ kind }) => kind === 'dateStyle')).toMatchObject([
      {
        samples: ['2026-05-01', '2026-10-01', '19/01/2026', '26/01/2026'],
        options: [{ value: 'dmyConverted' }, { value: 'dmy' }],
      },
    ]);
    await importInHurry(staff, workbook, {}, 'gifts.xlsx');
    expect(await booksOf(staff)).toEqual([
      '2026-01-05 Ada Quill, General Fund: 20.00',
      '2026-01-10 Ben Rowe, General Fund: 30.00',
      '2026-01-19 Cleo Stark, General Fund: 40.00',
      '2026-01-26 Dora Tell, General Fund: 50.00',
    ]);
  });

  it('does not change a date that a user has entered', async () => {
    const { staff } = await churchWithStaff(app);
    const { body } = await upload(staff, workbook, 'gifts.xlsx');
    const path = `/api/admin/donation-imports/${body.id}`;
    await staff.put(`${path}/mapping`, {});
    await staff.patch(`${path}/rows`, {
      rows: [2],
      action: 'set',
      values: { date: '2026-03-04' },
    });
    const rows = await everyPage<ImportRow>(staff, `${path}/rows`);
    expect(rows.map(({ read }) => read.date)).toEqual([
      '2026-03-04',
      '2026-01-10',
      '2026-01-19',
      '2026-01-26',
    ]);
  });

  it('is imported with the dates as they are in the file if the user chooses this', async () => {
    const { staff } = await churchWithStaff(app);
    await importInHurry(staff, workbook, { dateStyle: 'dmy' }, 'gifts.xlsx');
    expect((await booksOf(staff)).map((line) => line.slice(0, 10))).toEqual([
      '2026-01-19',
      '2026-01-26',
      '2026-05-01',
      '2026-10-01',
    ]);
  });
});

const gifts = [
  ['Ada Quill', '50.00', '2026-03-01', 'Cash'],
  ['Ben Rowe', '25.00', '2026-03-01', 'Check'],
  ['Cleo Stark', '100.00', '2026-03-08', 'Cash'],
  ['Dora Tell', '40.00', '2026-03-08', 'Check'],
];

describe('rows that are hidden in their sheet', () => {
  const hide = (data: string, ...rows: number[]) =>
    rows.reduce(
      (text, row) => text.replace(`<row r="${row}">`, `<row r="${row}" hidden="1">`),
      data,
    );
  const workbook = xlsx({ sheets: { Gifts: hide(sheetData([header, ...gifts]), 3, 4, 5) } });
  const odsRow = (cells: string[], more = '') =>
    `<table:table-row${more}>${cells
      .map(
        (cell) =>
          `<table:table-cell ` +
          `office:value-type="string"><text:p>${cell}</text:p></table:table-cell>`,
      )
      .join('')}</table:table-row>`;
  const openDocument = ods(
    `<table:table table:name="Gifts">${odsRow(header)}${odsRow(gifts[0]!)}` +
      `${gifts
        .slice(1)
        .map((gift) => odsRow(gift, ' table:visibility="filter"'))
        .join('')}</table:table>`,
  );

  it.each([
    ['gifts.xlsx', workbook],
    ['gifts.ods', openDocument],
  ])('of %s cause a question', async (name, file) => {
    const { staff } = await churchWithStaff(app);
    const { body } = await upload(staff, file, name);
    expect(body.status).toBe('needs_mapping');
    expect(body.questions.filter(({ kind }) => kind === 'hiddenRows')).toEqual([
      {
        kind: 'hiddenRows',
        message: expect.stringContaining(
          '3 rows are hidden in the sheet. Import them too?',
        ) as unknown,
        samples: [
          'Ben Rowe, 25.00, 2026-03-01, Check',
          'Cleo Stark, 100.00, 2026-03-08, Cash',
          'Dora Tell, 40.00, 2026-03-08, Check',
        ],
        options: [
          { value: 'import', samples: [] },
          { value: 'skip', samples: [] },
        ],
      },
    ]);
  });

  it.each<[ImportMapping['hiddenRows'], gifts: number]>([
    [undefined, 4],
    ['import', 4],
    ['skip', 1],
  ])('are imported or skipped according to the answer %s', async (hiddenRows, expected) => {
    const { staff } = await churchWithStaff(app);
    const { draft } = await importInHurry(
      staff,
      workbook,
      hiddenRows ? { hiddenRows } : {},
      'gifts.xlsx',
    );
    expect(draft.counts).toMatchObject({ new: expected, setAside: 4 - expected });
    expect(await booksOf(staff)).toHaveLength(expected);
  });

  it('are in the control total if they are skipped, and can be imported one by one', async () => {
    const { staff } = await churchWithStaff(app);
    const { body } = await upload(staff, workbook, 'gifts.xlsx');
    const path = `/api/admin/donation-imports/${body.id}`;
    const { body: draft } = await staff.put<DonationImport>(`${path}/mapping`, {
      hiddenRows: 'skip',
    });
    expect(draft.control).toMatchObject({
      file: { rows: 4, amount: '215.00' },
      lines: expect.arrayContaining([
        expect.objectContaining({ why: 'Hidden in the sheet', rows: 3, amount: '165.00' }),
      ]) as unknown,
    });
    await staff.patch(`${path}/rows`, { rows: [4], action: 'accept' });
    const givers = await everyPage<ImportGiver>(staff, `${path}/givers?open=true`);
    await staff.patch(`${path}/givers`, { givers: givers.map(({ key }) => key), answer: 'guest' });
    await commit(staff, body.id);
    expect(await booksOf(staff)).toEqual([
      '2026-03-01 Ada Quill, General Fund: 50.00',
      '2026-03-08 Cleo Stark, General Fund: 100.00',
    ]);
  });
});

describe('rows that repeat earlier rows of the file', () => {
  const repeatedRows = [header, ...gifts, ...gifts].map((row) => row.join(',')).join('\n');

  it.each([
    ['gifts.csv', repeatedRows],
    ['gifts.xlsx', xlsx({ sheets: { Gifts: sheetData([header, ...gifts, ...gifts]) } })],
  ])('of %s cause a question, and are skipped on request', async (name, file) => {
    const { staff } = await churchWithStaff(app);
    const { questions, draft } = await importInHurry(staff, file, {}, name);
    expect(questions.map(({ kind }) => kind)).toContain('repeatedBlock');
    expect(questions.find(({ kind }) => kind === 'repeatedBlock')!.message).toContain(
      'Rows 6 to 9 repeat the rows from 2 on.',
    );
    expect(draft.counts).toMatchObject({ new: 4, setAside: 4 });
    expect(draft.control).toMatchObject({
      file: { rows: 8, amount: '430.00' },
      lines: expect.arrayContaining([
        expect.objectContaining({ why: 'Repeats rows further up', rows: 4, amount: '215.00' }),
      ]) as unknown,
    });
    expect(await booksOf(staff)).toHaveLength(4);
  });

  it('cause a question again after a user has only changed the encoding', async () => {
    const { staff } = await churchWithStaff(app);
    const { body } = await upload(staff, repeatedRows, 'gifts.csv');
    const { body: read } = await staff.put<DonationImport>(
      `/api/admin/donation-imports/${body.id}/mapping`,
      { encoding: 'windows-1252' },
    );
    expect(read.status).toBe('needs_mapping');
    expect(openKinds(read)).toContain('repeatedBlock');
  });

  it('are not regarded as a repetition if they are below the name of another giver', async () => {
    const sundays = ['2026-03-01', '2026-03-08', '2026-03-15'];
    const weekly = sundays.map((sunday) => ['', sunday, '25.00', 'Check']);
    const report = [
      ['Customer', 'Date', 'Amount', 'Method'],
      ['Hannah Brooks', '', '', ''],
      ...weekly,
      ['Total Hannah Brooks', '', '75.00', ''],
      ['Ada Example', '', '', ''],
      ...weekly,
      ['Total Ada Example', '', '75.00', ''],
    ];
    const file = report.map((row) => row.join(',')).join('\n');
    const { staff } = await churchWithStaff(app);
    const { questions, draft } = await importInHurry(staff, file);
    expect(questions.map(({ kind }) => kind)).not.toContain('repeatedBlock');
    expect(draft.counts).toMatchObject({ new: 6 });
  });

  it('are imported as further gifts if a user chooses this', async () => {
    const { staff } = await churchWithStaff(app);
    await importInHurry(staff, repeatedRows, { repeatedBlock: 'import' });
    expect(await booksOf(staff)).toHaveLength(8);
  });

  it('cause no question if transaction numbers distinguish the gifts', async () => {
    const numbered = [
      [...header, 'Transaction ID'],
      ...gifts.map((gift, index) => [...gift, `T-${index}`]),
      ...gifts.map((gift, index) => [...gift, `T-${index}`]),
    ];
    const file = numbered.map((row) => row.join(',')).join('\n');
    const { staff } = await churchWithStaff(app);
    const { draft } = await importInHurry(staff, file, {
      columns: { name: 0, amount: 1, date: 2, paymentMethod: 3, transactionId: 4 },
    });
    expect(openKinds(draft)).toEqual([]);
    expect(draft.counts).toMatchObject({ new: 4, held: 4 });
  });
});
