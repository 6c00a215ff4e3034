import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../../../support/app.js';
import { xlsx } from '../../../../../libs/workbook/support.js';
import { importPath } from '../../../../support/imports.js';
import {
  bankColumns,
  bankHeader,
  createReviewChurch,
  stripeHeader,
  type ReviewChurch,
} from './review-church.js';

let app: TestApp;
let church: ReviewChurch;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  church = await createReviewChurch(app);
});

describe('rows that were downloaded and corrected', () => {
  it('are imported with the remembered columns and the values that a user entered', async () => {
    const id = await church.uploadBankFile(
      'hannah@x.test,5.00,03/14/2025,North,Roof',
      'hannah@x.test,abc,03/15/2025,"a ""quoted"" place",Roof',
      'ruth@x.test,+9.00,soon,South,',
    );
    await church.repairRows(id, { rows: [4], action: 'set', values: { paymentMethod: 'Card' } });
    const file = (await church.secretary.get(importPath(id, '/rows.csv'))).text;
    expect(file.split('\r\n').slice(0, 3)).toEqual([
      'Giver,Given,When,Branch,For,Why not imported,paymentMethod',
      'hannah@x.test,abc,03/15/2025,"a ""quoted"" place",Roof,"Row 3: Invalid amount ""abc""",',
      `ruth@x.test,'+9.00,soon,South,,"Row 4: Invalid date format ""soon"". Use MM/DD/YYYY",Card`,
    ]);
    await church.repairRows(id, { state: 'rejected', action: 'setAside' });
    await church.commit(id);
    const { body } = await church.upload(file.replace('abc', '7.00').replace('soon', '03/16/2025'));
    expect(body).toMatchObject({
      status: 'ready',
      counts: { total: 2, new: 2 },
      mapping: { columns: { ...bankColumns, paymentMethod: 6 } },
    });
    expect((await church.readRows(body.id)).map(({ read }) => read)).toEqual([
      { date: '2025-03-15', amount: '7.00', paymentMethod: 'Check', campaign: 'Roof' },
      { date: '2025-03-16', amount: '9.00', paymentMethod: 'Card', campaign: null },
    ]);
    await church.commit(body.id);
    // The columns of the bank's own file are still remembered.
    expect(
      (await church.upload(`${bankHeader}\nruth@x.test,1.00,03/20/2025,North,Roof\n`)).body,
    ).toMatchObject({ status: 'ready', mapping: { columns: bankColumns } });
  });

  it('begin with a byte order mark, which the import accepts', async () => {
    const id = await church.uploadBankFile('hannah@x.test,abc,03/15/2025,North,Roof');
    const { bytes } = await church.secretary.get(importPath(id, '/rows.csv'));
    expect(Buffer.from(bytes!).subarray(0, 3).toString('hex')).toBe('efbbbf');
    await church.repairRows(id, { state: 'rejected', action: 'setAside' });
    const corrected = Buffer.from(Buffer.from(bytes!).toString('utf8').replace('abc', '7.00'));
    expect((await church.upload(corrected)).body).toMatchObject({
      status: 'ready',
      mapping: { columns: bankColumns },
      counts: { total: 1, new: 1 },
    });
  });

  it('are downloaded from a workbook as CSV, with dates instead of serial numbers', async () => {
    const dayCell = (address: string, value: string) =>
      `<c r="${address}" s="1"><v>${Date.parse(value) / 86_400_000 + 25_569}</v></c>`;
    const textCell = (address: string, text: string) =>
      `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const amountCell = (address: string, amount: string) =>
      amount === '' ? textCell(address, 'lots') : `<c r="${address}"><v>${amount}</v></c>`;
    const writeRow = (row: number, email: string, amount: string, date: string) =>
      [
        `<row r="${row}">`,
        textCell(`A${row}`, email),
        amountCell(`B${row}`, amount),
        dayCell(`C${row}`, date),
        '</row>',
      ].join('');
    const sheet = [
      '<row r="1">',
      textCell('A1', 'Giver'),
      textCell('B1', 'Given'),
      textCell('C1', 'When'),
      '</row>',
      writeRow(2, 'hannah@x.test', '5', '2025-03-04'),
      writeRow(3, 'ruth@x.test', '', '2025-03-05'),
    ].join('');
    const { id } = (
      await church.upload(
        xlsx({
          sheets: { Gifts: sheet },
          styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
        }),
        'gifts.xlsx',
      )
    ).body;
    expect(
      (
        await church.mapColumns(id, {
          columns: { email: 0, amount: 1, date: 2 },
          defaults: { paymentMethod: 'Check' },
        })
      ).body.counts,
    ).toMatchObject({ new: 1, rejected: 1 });
    const file = (await church.secretary.get(importPath(id, '/rows.csv'))).text;
    const correctedDraft = (await church.upload(file.replace('lots', '7'))).body;
    expect(correctedDraft).toMatchObject({ status: 'ready', counts: { total: 1, new: 1 } });
    expect((await church.readRows(correctedDraft.id))[0]!.read).toMatchObject({
      date: '2025-03-05',
      amount: '7.00',
    });
  });

  it('are recognized by the numbers of a known source, and recorded once', async () => {
    const { id } = (
      await church.upload(
        [
          stripeHeader,
          'ch_1,2025-03-02 12:00:00,100.00,0.00,usd,0,Paid,hannah@x.test,',
          'ch_2,2025-03-03 12:00:00,50.00,0.00,usd,0,Paid,opal@x.test,',
          '',
        ].join('\n'),
      )
    ).body;
    await church.mapColumns(id, {});
    const file = (await church.secretary.get(importPath(id, '/rows.csv?state=held'))).text;
    await church.repairRows(id, { state: 'held', action: 'setAside' });
    await church.commit(id);
    const correctedDraft = (
      await church.upload(
        file.replace('opal@', 'ruth@') +
          'ch_1,2025-03-02 12:00:00,100.00,0.00,usd,0,Paid,hannah@x.test,,\r\n',
      )
    ).body;
    expect(correctedDraft).toMatchObject({
      status: 'ready',
      source: 'stripe-payments',
      counts: { new: 1, duplicate: 1 },
    });
  });
});
