import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../../../support/app.js';
import { ods, sheetData, xlsx } from '../../../../../libs/workbook/support.js';
import {
  cashDefaults,
  createReadingChurch,
  findQuestion,
  listQuestionKinds,
  type ReadingChurch,
} from './reading-church.js';

let app: TestApp;
let church: ReadingChurch;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  church = await createReadingChurch(app);
});

describe('a workbook', () => {
  const gift = ['hannah@x.test', 25.1 + 16.2, '2025-03-02'];

  it('is imported like a text file, whatever its name is', async () => {
    const file = xlsx({ sheets: { Gifts: sheetData([['Email', 'Amount', 'Date'], gift]) } });
    const draft = (await church.upload(file, 'gifts.csv')).body;
    expect(draft).toMatchObject({
      status: 'needs_mapping',
      kind: 'xlsx',
      sheets: ['Gifts'],
      sheet: 'Gifts',
      headerRow: 1,
    });
    expect(listQuestionKinds(draft)).not.toContain('sheet');
    expect(await church.mapColumns(draft.id, cashDefaults)).toMatchObject({
      status: 'ready',
      counts: { new: 1 },
      amounts: { new: '41.30' },
    });
    await church.commit(draft.id);
    expect(await church.listGifts()).toEqual([['Hannah Brooks', '41.30', '2025-03-02']]);
    // The mapping is remembered, so that the next file with the same columns is read at once.
    const next = xlsx({
      sheets: {
        Cover: sheetData([
          ['Church', 'Report'],
          ['Grace', 'April'],
        ]),
        Gifts: sheetData([
          ['Email', 'Amount', 'Date'],
          ['hannah@x.test', 5, '2025-04-06'],
        ]),
      },
    });
    expect((await church.upload(next, 'april.xlsx')).body).toMatchObject({
      status: 'ready',
      sheet: 'Gifts',
      counts: { new: 1 },
    });
  });

  it('is read as the template if it has the columns of the template', async () => {
    const header = ['email', 'amount', 'paymentmethod', 'date', 'campaign', 'notes'];
    const file = xlsx({
      sheets: {
        A: [
          sheetData([header]),
          '<row r="2"><c t="inlineStr"><is><t>hannah@x.test</t></is></c><c><v>25</v></c>',
          '<c t="inlineStr"><is><t>Cash</t></is></c><c s="1"><v>45718</v></c></row>',
        ].join(''),
      },
      styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
    });
    expect((await church.upload(file)).body).toMatchObject({
      format: 'template',
      status: 'ready',
      counts: { new: 1 },
    });
  });

  it('causes a question if it has several sheets, and the chosen sheet is read', async () => {
    const sheet = (amount: number) =>
      sheetData([
        ['Email', 'Amount', 'Date'],
        ['hannah@x.test', amount, '2025-03-02'],
      ]);
    const draft = (
      await church.upload(xlsx({ sheets: { January: sheet(1), February: sheet(2), Empty: '' } }))
    ).body;
    expect(draft).toMatchObject({
      status: 'needs_mapping',
      sheet: 'January',
      sheets: ['January', 'February'],
    });
    expect(findQuestion(draft, 'sheet')).toMatchObject({
      message: 'Which sheet holds the donations?',
      options: [{ value: 'January' }, { value: 'February' }],
    });
    expect(await church.mapColumns(draft.id, { ...cashDefaults, sheet: 'February' })).toMatchObject(
      {
        status: 'ready',
        sheet: 'February',
        amounts: { new: '2.00' },
      },
    );
    expect(await church.mapColumns(draft.id, { sheet: 'January' })).toMatchObject({
      status: 'ready',
      sheet: 'January',
      amounts: { new: '1.00' },
    });
  });

  it('can be an OpenDocument file', async () => {
    const cell = (text: string) =>
      `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
    const row = (...cells: string[]) =>
      `<table:table-row>${cells.map(cell).join('')}</table:table-row>`;
    const draft = (
      await church.upload(
        ods(
          [
            '<table:table table:name="A">',
            row('Email', 'Amount', 'Date'),
            row('hannah@x.test', '25.00', '2025-03-02'),
            '</table:table>',
          ].join(''),
        ),
      )
    ).body;
    expect(await church.mapColumns(draft.id, cashDefaults)).toMatchObject({
      kind: 'ods',
      status: 'ready',
      amounts: { new: '25.00' },
    });
  });

  it.each([
    [
      'a document type',
      xlsx({ sheets: { A: '<!DOCTYPE x>' } }),
      /document type definition|damaged/,
    ],
    [
      'an old workbook',
      Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600)]),
      /old Excel workbook/,
    ],
    ['an archive', Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1'), /ZIP archive/],
  ])('is refused with an explanation and not stored if it is %s', async (_, file, message) => {
    const answer = await church.upload(file, 'gifts.xlsx');
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(message);
    expect((await church.secretary.get('/api/admin/donation-imports')).body).toEqual([]);
  });
});
